terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

variable "range" {
  default = "10.0.0.0/8"
}

resource "test_thing" "constant" {
  name = "a"
  rules {
    port = 1
  }
  rules {
    port   = 2
    source = "any"
  }
  paths {
    path = "/z"
  }
  paths {
    path = "/a"
  }
}

resource "test_thing" "referring" {
  name = "b"
  rules {
    port   = 1
    source = var.range
  }
}

resource "test_thing" "generated" {
  name = "c"
  dynamic "rules" {
    for_each = [var.range]
    content {
      port   = 1
      source = rules.value
    }
  }
}

resource "test_thing" "written" {
  name  = "d"
  rules = []
}
