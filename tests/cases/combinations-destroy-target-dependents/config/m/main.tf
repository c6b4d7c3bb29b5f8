variable "id" {}
resource "terraform_data" "first" {
  input = var.id
}
resource "terraform_data" "second" {
  input = terraform_data.first.id
}
