terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}
resource "test_many" "twice" {
  name = "twice"
  size = 2
  set = ["b"]
  tags = { k = "2", m = "2" }
  sb {
    a = "2"
  }
}
resource "test_many" "same" {
  name = "same"
  size = 2
  set = ["a"]
}
resource "test_many" "null_key" {
  name = "null-key"
  size = 2
  tags = { k = null }
}
resource "test_many" "gone_key" {
  name = "gone-key"
  size = 2
  tags = {}
}
resource "test_many" "null_object" {
  name = "null-object"
  size = 2
  meta = {}
}
resource "test_many" "gone_object" {
  name = "gone-object"
  size = 2
}
resource "test_many" "named" {
  name = "named"
  size = 2
  named = { x = {} , y = { a = "1" } }
}
resource "test_many" "longer" {
  name = "longer"
  size = 2
  list = ["a", null]
}
resource "test_many" "hidden" {
  name = "hidden"
  size = 2
  token = "b"
}
