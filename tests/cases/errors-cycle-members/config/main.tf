# An argument, and an output, of a module.
resource "terraform_data" "through_module" { input = local.from_module }
locals { from_module = module.argument.value }
module "argument" {
  source = "./m"
  value  = terraform_data.through_module.id
}

# A module as a whole.
module "whole" {
  source     = "./m"
  value      = 1
  depends_on = [terraform_data.of_whole]
}
resource "terraform_data" "of_whole" { input = module.whole }

# How often a module is there.
module "counted" {
  source = "./m"
  value  = 1
  count  = length(terraform_data.of_counted)
}
resource "terraform_data" "of_counted" { count = length(module.counted) }

# A rule about a variable, an import, a condition.
variable "ruled" {
  default = 1
  validation {
    condition     = local.of_ruled == var.ruled
    error_message = "It differs."
  }
}
locals { of_ruled = var.ruled }
import {
  to = terraform_data.imported
  id = terraform_data.of_imported.id
}
resource "terraform_data" "imported" {}
resource "terraform_data" "of_imported" { input = terraform_data.imported.id }
resource "terraform_data" "conditional" {
  lifecycle {
    precondition {
      condition     = data.terraform_remote_state.read.outputs.x == 1
      error_message = "It differs."
    }
  }
}
data "terraform_remote_state" "read" {
  backend = "local"
  config  = { path = terraform_data.conditional.id }
}
