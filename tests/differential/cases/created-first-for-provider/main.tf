terraform {
  required_providers {
    test  = { source = "example.com/tests/test" }
    other = { source = "example.com/tests/other" }
  }
}

provider "other" {
  region = test_thing.db.name
}

resource "test_thing" "db" {
  name = "db"
  size = 1
}

resource "other_thing" "g" {
  name = "g"

  lifecycle {
    create_before_destroy = true
  }
}
