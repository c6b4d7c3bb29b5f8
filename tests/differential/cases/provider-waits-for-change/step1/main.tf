terraform {
  required_providers {
    test  = { source = "example.com/tests/test" }
    other = { source = "example.com/tests/other" }
  }
}

provider "other" {
  region = test_thing.a.url
}

resource "test_thing" "a" {
  name = "a"
  size = 2
}

resource "other_thing" "b" {
  name = "b"
}

resource "test_thing" "c" {
  name = other_thing.b.url
}
