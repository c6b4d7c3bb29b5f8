terraform {
  required_providers {
    terraform = {
      source                = "terraform.io/builtin/terraform"
      configuration_aliases = [terraform.inside]
    }
  }
}
resource "terraform_data" "default" {}
resource "terraform_data" "inside" { provider = terraform.inside }
