variable "plain" {}
variable "checked" {
  default = 1
  validation {
    condition     = var.checked > local.least
    error_message = "Too small: ${var.plain}."
  }
}
locals {
  least = 0
  unused = 1
}
resource "terraform_data" "a" {
  count = var.checked
  input = var.plain
}
resource "terraform_data" "b" {
  input            = terraform_data.a[0].output
  triggers_replace = terraform_data.a
}
output "b" {
  value      = terraform_data.b.output
  depends_on = [terraform_data.a]
  precondition {
    condition     = local.least == 0
    error_message = "Not zero."
  }
}
