terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "a" {
  name = "first"
  size = 2
}

output "url" {
  value = test_thing.a.url
}
