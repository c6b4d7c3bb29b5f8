resource "terraform_data" "a" {
  count = 1
  input = "zero"
}
moved {
  from = terraform_data.a[0]
  to   = terraform_data.a[0]
}
