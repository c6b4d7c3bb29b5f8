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
  size = 2
}
