terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

provider "test" {
  region = "here"
}

resource "test_thing" "a" {
  name = "first"
  size = 1
}
