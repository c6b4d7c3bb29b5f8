terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "a" {
  name = "first"
  size = 1
}
resource "test_thing" "moved" {
  name = "m"
}
resource "test_thing" "gone" {
  name = "g"
}
resource "test_thing" "cbd" {
  name = "c"
  size = 1
  lifecycle {
    create_before_destroy = true
  }
}
resource "test_thing" "counted" {
  count = 2
  name  = "n${count.index}"
}
resource "test_thing" "after" {
  name = test_thing.a.made
}
