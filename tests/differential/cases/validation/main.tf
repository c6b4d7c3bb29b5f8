terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


resource "test_rich" "r" {
  nme  = "typo"
  tags = ["not", "a", "map"]
  disk {
  }
  limits {
  }
  limits {
  }
  unknown {
  }
}

resource "test_missing" "x" {
}

data "test_missing" "x" {
}

ephemeral "test_missing" "x" {
}

output "o" {
  value = test_rich.r.nothing
}
