terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


import {
  to       = test_thing.a
  identity = { id = "known", region = "north" }
}

resource "test_thing" "a" {
  name = "imported"
}
