resource "terraform_data" "a" {
  for_each = toset(["a b"])
}
import {
  to = terraform_data.a["a b"]
  id = "first"
}
import {
  to = terraform_data.a["a b"]
  id = "second"
}
