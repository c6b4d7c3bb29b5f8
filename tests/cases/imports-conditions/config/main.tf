import {
  to = terraform_data.a
  id = "id-a"
}
resource "terraform_data" "a" {
  lifecycle {
    postcondition {
      condition     = self.id == "other"
      error_message = "It is ${self.id}."
    }
  }
}
