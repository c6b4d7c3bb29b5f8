terraform {
  required_providers {
    test  = { source = "example.com/tests/test" }
    other = { source = "example.com/tests/other" }
  }
}

provider "other" {
  region = test_thing.db.name
}

resource "test_thing" "r" {
  for_each = toset(["ann", "carl"])
  name     = each.key
  size     = 2
}

resource "test_thing" "db" {
  name = "db-${test_thing.r["carl"].size}"
}

resource "other_thing" "g" {
  name       = "g"
  depends_on = [test_thing.r]

  provisioner "local-exec" {
    when    = destroy
    command = "exit 1"
  }
}
