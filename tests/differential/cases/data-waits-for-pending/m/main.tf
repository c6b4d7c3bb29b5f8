terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

variable "number" {
  default = 1
}

data "test_lookup" "d" {
  count = var.number
  name  = "d"
}

ephemeral "test_token" "e" {
  for = "e"
}

output "number" {
  value = var.number
}
