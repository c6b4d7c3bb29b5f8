terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

variable "size" {
  type = number
}

resource "test_thing" "base" {
  name = "base"
  size = var.size
}

resource "test_thing" "user" {
  count = var.size == 2 ? 1 : 0
  name  = test_thing.base.url

  lifecycle {
    create_before_destroy = true
  }
}
