terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "a" {
  name = "second"
  size = 1
}
resource "test_thing" "other" {
  name = "m"
}
moved {
  from = test_thing.moved
  to   = test_thing.other
}
resource "test_thing" "cbd" {
  name = "c"
  size = 2
  lifecycle {
    create_before_destroy = true
  }
}
resource "test_thing" "counted" {
  name = "n"
}
resource "test_thing" "after" {
  name = test_thing.a.made
  size = 1
}
import {
  to = test_thing.byid
  id = "x"
}
resource "test_thing" "byid" {
  name = "n"
  size = 3
}
import {
  to       = test_thing.byidentity
  identity = { id = "x", zone = "z", number = 3 }
}
resource "test_thing" "byidentity" {
  name = "other"
  size = 3
}
import {
  to = test_plain.replaced
  id = "x"
}
resource "test_plain" "replaced" {
  name   = "n"
  size   = 4
  secret = "s"
}
import {
  for_each = { a = "1", b = "2" }
  to       = test_plain.each[each.key]
  id       = each.value
}
resource "test_plain" "each" {
  for_each = { a = "1", b = "2" }
  name     = each.value
  size     = 3
  secret   = "s"
}
removed {
  from = test_thing.gone
  lifecycle {
    destroy = false
  }
}
