terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


resource "test_thing" "newer" {
  name = "a"
}

resource "test_thing" "refused" {
  name = "b"
}
