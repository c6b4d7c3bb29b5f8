resource "terraform_data" "a" {
  input = "zero"
}
moved {
  from = terraform_data.a
  to   = terraform_data.a
}
