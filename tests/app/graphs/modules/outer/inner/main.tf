variable "value" {}
resource "terraform_data" "only" { input = var.value }
output "value" { value = terraform_data.only.output }
