terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "a" {
  name = "first"
  size = 1
}

output "url" {
  value = test_thing.a.url
}

resource "test_thing" "b" {
  name = "second"
  size = 2
}

# Warnings about whole blocks are consolidated with each other.
resource "terraform_data" "of_a" {
  input = test_thing.a
}

resource "terraform_data" "of_b" {
  input = test_thing.b
}
