variable "name" { type = string }
variable "port" { type = number }
variable "replicas" { type = number }
variable "tier" { type = string }
variable "release" { type = string }
variable "network" { type = string }
variable "secret" {
  type      = string
  sensitive = true
}

resource "terraform_data" "image" {
  triggers_replace = var.release
  input            = "registry.example.com/shop/${var.name}:${var.release}"
}

resource "terraform_data" "settings" {
  input = {
    log_level = "info"
    port      = var.port
    session   = var.secret
    tier      = var.tier
  }
}

resource "terraform_data" "instance" {
  count = var.replicas
  input = {
    image    = terraform_data.image.id
    network  = var.network
    settings = terraform_data.settings.id
    number   = count.index
  }
}

output "endpoint" {
  value = "${var.name}.internal:${var.port}"
}
