terraform {
  required_providers {
    terraform = { source = "terraform.io/builtin/terraform" }
  }
}

locals {
  settings = { name = "a", sizes = [1, 2], none = null }
}

resource "terraform_data" "text" {
  input = provider::terraform::encode_expr(local.settings)
}

output "arguments" {
  value = provider::terraform::encode_tfvars(local.settings)
}

output "again" {
  value = provider::terraform::decode_tfvars(provider::terraform::encode_tfvars(local.settings)).sizes
}
