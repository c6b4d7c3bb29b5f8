terraform {
  required_providers {
    test  = { source = "example.com/tests/test" }
    other = { source = "example.com/tests/other" }
  }
}

resource "test_thing" "a" {
  name = other_thing.b.url
}

resource "other_thing" "b" {
  name = "b"
}
