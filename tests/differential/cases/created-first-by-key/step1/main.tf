terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "named" {
  for_each = toset(["a", "c"])
  name     = each.key
  size     = 2
}

resource "test_thing" "counted" {
  count = 3
  name  = "counted"
  size  = 2
}

resource "test_thing" "whole" {
  for_each = toset(["a", "c"])
  name     = each.key
  size     = 2
}

resource "test_thing" "first" {
  name = "${test_thing.named["a"].name}-${test_thing.counted[0].name}-${length(test_thing.whole)}"
  size = 2

  lifecycle {
    create_before_destroy = true
  }
}

module "inner" {
  for_each = toset(["a", "c"])
  source   = "./inner"
  size     = 2
}
