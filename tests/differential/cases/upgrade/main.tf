terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


resource "test_thing" "a" {
  name = "first"
  size = 12345678901234567890
}

resource "test_thing" "flat" {
  name = "flat"
}
