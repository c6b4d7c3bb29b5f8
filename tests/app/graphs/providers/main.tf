provider "terraform" {}
provider "terraform" { alias = "other" }
module "passed" {
  source    = "./m"
  providers = { terraform.inside = terraform.other }
}
module "inherits" {
  source    = "./m"
  providers = { terraform = terraform.other, terraform.inside = terraform }
}
resource "terraform_data" "own" { provider = terraform.other }
locals { encoded = provider::terraform::encode_expr([1]) }
terraform {
  required_providers {
    terraform = { source = "terraform.io/builtin/terraform" }
  }
}
