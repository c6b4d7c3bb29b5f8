import {
  for_each = ["x", "y"]
  to       = terraform_data.a["k"]
  id       = each.value
}
resource "terraform_data" "a" {
  for_each = { k = 1 }
}
