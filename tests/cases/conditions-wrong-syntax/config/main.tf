variable "a" { default = 1 }
resource "terraform_data" "x" {
  input = 1
  lifecycle {
    precondition {
      condition     = data.only
      error_message = "It is ${local.q}"
    }
    precondition {
      condition     = data.only == var.a
      error_message = "Name ${bare}"
    }
    postcondition {
      condition     = self.output == module.none || terraform_data == 1
      error_message = "It is ${var}"
    }
    postcondition {
      condition     = data.only == local.q
      error_message = "It is ${bare} and ${self.output}"
    }
  }
}
output "o" {
  value = 1
  precondition {
    condition     = bare == var.a
    error_message = "It is ${data.only}"
  }
  precondition {
    condition     = data.only
    error_message = "It is."
  }
}
check "c" {
  assert {
    condition     = var.a == 1
    error_message = "It is ${bare}"
  }
  assert {
    condition     = bare.x.y == 1
    error_message = "It is ${template.x}"
  }
}
