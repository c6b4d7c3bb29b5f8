terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


resource "test_thing" "a" {
  name = var.name

  lifecycle {
    create_before_destroy = true
  }
}

resource "test_thing" "b" {
  name = test_thing.a.url
}

variable "name" {
  default = "one"
}
