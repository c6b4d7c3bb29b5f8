terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


provider "test" {
  region = terraform_data.x.id
}

resource "terraform_data" "x" {
}

resource "test_thing" "a" {
  name = "a"
}
