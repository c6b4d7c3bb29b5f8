locals {
  ids = { a = "id-a", b = "id-b" }
  key = "z"
}
import {
  for_each = local.ids
  to       = terraform_data.map[each.key]
  id       = each.value
}
import {
  for_each = toset(["x", "y"])
  to       = terraform_data.set[each.key]
  id       = "set-${each.value}"
}
import {
  for_each = ["first", "second"]
  to       = terraform_data.tuple[each.key]
  id       = each.value
}
import {
  to = module.m[local.key].terraform_data.inner[length(local.ids)]
  id = upper(local.key)
}
import {
  to = module.m["z"].terraform_data.inner[0]
  id = 5
}
resource "terraform_data" "map" {
  for_each = local.ids
}
resource "terraform_data" "set" {
  for_each = toset(["x", "y", "z"])
}
resource "terraform_data" "tuple" {
  count = 2
}
module "m" {
  source   = "./m"
  for_each = toset(["z"])
}
