variable "a" { default = 1 }
resource "terraform_data" "x" {
  input = 1
  lifecycle {
    precondition {
      condition     = terraform_data.nope.id == var.a && length(local.zz) > 1
      error_message = "It is ${var.b} and ${upper(local.q)}"
    }
    postcondition {
      condition     = self.nope == var.a
      error_message = "It is ${self.output}"
    }
  }
}
output "o" {
  value = 1
  precondition {
    condition     = terraform_data.nope.id == var.a
    error_message = "It is ${upper(local.q)}"
  }
}
check "c" {
  assert {
    condition     = terraform_data.nope.id == var.a
    error_message = "It is ${join(",", [for x in var.a : x])}"
  }
}
