import {
  to = terraform_data.a
  id = "id-a"
}
import {
  to = terraform_data.b
  id = "id-b"
}
resource "terraform_data" "a" {
}
resource "terraform_data" "b" {
}
