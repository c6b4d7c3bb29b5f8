resource "terraform_data" "source" {
  input = ["x"]
}
import {
  for_each = toset([terraform_data.source.id])
  to       = terraform_data.set[each.key]
  id       = each.value
}
import {
  for_each = { (terraform_data.source.id) = 1 }
  to       = terraform_data.map[each.key]
  id       = "m"
}
import {
  for_each = terraform_data.source.output
  to       = terraform_data.dynamic[each.key]
  id       = "d"
}
import {
  for_each = terraform_data.source.id == "" ? ["a"] : ["b"]
  to       = terraform_data.tuple[each.key]
  id       = "t"
}
import {
  for_each = toset([tonumber(terraform_data.source.input[0])])
  to       = terraform_data.failing[each.key]
  id       = "f"
}
resource "terraform_data" "set" {
  for_each = toset(["a"])
}
resource "terraform_data" "map" {
  for_each = toset(["a"])
}
resource "terraform_data" "dynamic" {
  count = 1
}
resource "terraform_data" "tuple" {
  count = 1
}
resource "terraform_data" "failing" {
  count = 1
}
