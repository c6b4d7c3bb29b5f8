terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "m" {
  name = "m"
}
