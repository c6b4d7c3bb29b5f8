terraform {
  required_providers {
    tf = { source = "terraform.io/builtin/terraform" }
  }
}

locals {
  settings = { name = "a", sizes = [1, 2], none = null }
}

resource "terraform_data" "text" {
  input = provider::tf::encode_expr(local.settings)
}

output "arguments" {
  value = provider::tf::encode_tfvars(local.settings)
}

output "again" {
  value = provider::tf::decode_tfvars(provider::tf::encode_tfvars(local.settings)).sizes
}
