terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

data "test_lookup" "type" {
  name = "type"
}

data "test_lookup" "null" {
  name = "null"
}

data "test_lookup" "unknown" {
  name = "unknown"
}

data "test_lookup" "config" {
  name = "config"
}

data "test_lookup" "garbage" {
  name = "garbage"
}
