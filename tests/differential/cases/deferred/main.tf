terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "a" {
  name = "plan"
}

data "test_lookup" "d" {
  name = "x"
}
