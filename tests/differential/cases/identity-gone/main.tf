terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}
resource "test_known" "a" {
  name = "a"
}
resource "test_known" "tainted" {
  name = "tainted"
}
resource "test_known" "deposed" {
  name = "deposed"
}
resource "test_plain" "a" {
  name = "plain"
}
