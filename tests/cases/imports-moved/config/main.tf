moved {
  from = terraform_data.a
  to   = terraform_data.b
}
import {
  to = terraform_data.b
  id = "id-b"
}
resource "terraform_data" "b" {
}
