variable "given" {}
variable "ignored" { default = 1 }
module "inner" {
  source = "./inner"
  count  = 2
  value  = var.given
}
output "inner" { value = module.inner[0].value }
