terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "a" {
  name = "first"
  size = 1
}

data "test_lookup" "now" {
  name = "constant"
}

data "test_lookup" "later" {
  name = test_thing.a.url
}

data "test_lookup" "depends" {
  name       = "other"
  depends_on = [test_thing.a]
}

resource "test_thing" "b" {
  name = data.test_lookup.later.value
}

output "values" {
  value = [data.test_lookup.now.value, data.test_lookup.later.value, data.test_lookup.depends.all]
}
