output "both" { value = local.nope + upper() }
output "tried" { value = try(local.nope, 1) }
output "never" { value = [for x in [] : var.nope] }
resource "terraform_data" "x" {
  input = local.nope
  bogus = 1
}
locals {
  called = [local.nope, upper()]
}
