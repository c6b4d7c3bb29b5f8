variable "near" {
  default = 1
  validation {
    condition     = var.near > 0
    error_message = "near"
  }
}
variable "far" {
  default = 1
  validation {
    condition     = var.far > 0
    error_message = "far"
  }
}
variable "counted" {
  default = 1
  validation {
    condition     = var.counted > 0
    error_message = "counted"
  }
}
variable "module" {
  default = 1
  validation {
    condition     = var.module > 0
    error_message = "module"
  }
}
variable "inside" {
  default = 1
  validation {
    condition     = var.inside > 0
    error_message = "inside"
  }
}
variable "unused" {
  default = 1
  validation {
    condition     = var.unused > 0
    error_message = "unused"
  }
}
locals {
  near = var.near
}
resource "terraform_data" "far" {
  input = var.far
}
resource "terraform_data" "between" {
  count = var.counted
  input = terraform_data.far.output
}
resource "terraform_data" "unused" {
  input = var.unused
}
module "m" {
  source = "./m"
  count  = var.module
  value  = var.inside
}
resource "terraform_data" "forgotten" {
  input            = [local.near, terraform_data.between]
  triggers_replace = module.m[*].output
  lifecycle {
    destroy = false
  }
}
output "unused" {
  value = terraform_data.unused.output
}
