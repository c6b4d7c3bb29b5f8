import {
  for_each = toset(["a", "b", "c"])
  to       = terraform_data.a[each.key]
  id       = each.value
}
resource "terraform_data" "a" {
  for_each = toset(["a"])
}
