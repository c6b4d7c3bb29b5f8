resource "terraform_data" "b" {
  count = 2
}
moved {
  from = terraform_data.a
  to   = terraform_data.b
}
moved {
  from = terraform_data.a
  to   = terraform_data.b[1]
}
moved {
  from = terraform_data.a
  to   = terraform_data.c
}
