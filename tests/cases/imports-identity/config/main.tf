import {
  to       = terraform_data.a
  identity = { id = "x" }
}
resource "terraform_data" "a" {
}
