resource "terraform_data" "a" {
  input = "x"
}
resource "terraform_data" "b" {
  input = "x"
}
output "a" {
  value = terraform_data.a.id
}
