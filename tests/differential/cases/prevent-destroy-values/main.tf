variable "secret" {
  default   = true
  sensitive = true
}
variable "passing" {
  default   = true
  ephemeral = true
}
variable "nothing" {
  default = null
}
variable "text" {
  default = "no boolean"
}
locals {
  secret = var.secret
  later  = terraform_data.source.output == "two"
}
resource "terraform_data" "source" {
  input = "one"
}
resource "terraform_data" "secret" {
  count = 2
  lifecycle {
    prevent_destroy = false
  }
}
resource "terraform_data" "passing" {
  lifecycle {
    prevent_destroy = false
  }
}
resource "terraform_data" "nothing" {
  lifecycle {
    prevent_destroy = false
  }
}
resource "terraform_data" "text" {
  lifecycle {
    prevent_destroy = false
  }
}
resource "terraform_data" "later" {
  input            = "one"
  triggers_replace = terraform_data.source.input
  lifecycle {
    prevent_destroy = false
  }
}
