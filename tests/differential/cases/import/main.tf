terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


import {
  to = test_thing.a
  id = "known"
}

resource "test_thing" "a" {
  name = "imported"
  size = 5
}

import {
  for_each = { x = "one", y = "two" }
  to       = test_thing.each[each.key]
  id       = each.value
}

resource "test_thing" "each" {
  for_each = toset(["x", "y"])
  name     = each.key
}
