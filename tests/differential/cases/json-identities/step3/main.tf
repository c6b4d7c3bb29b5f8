terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "a" {
  name = "second"
  size = 5
}
import {
  to = test_plain.made
  id = "x"
}
import {
  to       = test_thing.made
  identity = { id = "y" }
}
