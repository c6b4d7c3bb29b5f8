terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "a" {
  name = "first"
}

resource "test_thing" "b" {
  name = test_thing.a.id
  size = 1
}
