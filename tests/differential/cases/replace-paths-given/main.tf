terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}
resource "test_many" "twice" {
  name = "twice"
  size = 1
  set = ["a"]
  tags = { k = "1", m = "1" }
  sb {
    a = "1"
  }
}
resource "test_many" "same" {
  name = "same"
  size = 1
  set = ["a"]
}
resource "test_many" "null_key" {
  name = "null-key"
  size = 1
  tags = {}
}
resource "test_many" "gone_key" {
  name = "gone-key"
  size = 1
  tags = { k = null }
}
resource "test_many" "null_object" {
  name = "null-object"
  size = 1
}
resource "test_many" "gone_object" {
  name = "gone-object"
  size = 1
  meta = {}
}
resource "test_many" "named" {
  name = "named"
  size = 1
  named = {}
}
resource "test_many" "longer" {
  name = "longer"
  size = 1
  list = ["a"]
}
resource "test_many" "hidden" {
  name = "hidden"
  size = 1
  token = "a"
}
