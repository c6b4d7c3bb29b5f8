import {
  for_each = [terraform_data.b.output]
  to       = terraform_data.a[each.value]
  id       = "x"
}
import {
  for_each = terraform_data.b.output
  to       = terraform_data.c[each.key]
  id       = "x"
}
resource "terraform_data" "a" {
  count = 1
}
resource "terraform_data" "b" {
}
resource "terraform_data" "c" {
  count = 1
}
