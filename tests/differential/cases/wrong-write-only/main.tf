terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "plan" {
  name     = "plan"
  password = "x"
}

resource "test_thing" "apply" {
  name     = "apply"
  password = "x"
}
