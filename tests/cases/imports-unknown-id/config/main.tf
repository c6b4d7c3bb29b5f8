import {
  to = terraform_data.a
  id = terraform_data.b.id
}
resource "terraform_data" "a" {
}
resource "terraform_data" "b" {
}
