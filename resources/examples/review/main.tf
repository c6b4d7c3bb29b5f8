# A made-up shop. Nothing here leaves this machine: all resources are of the built-in provider.
# The state beside this file is of an older variant, so that the plan has something to show.

variable "release" {
  type        = string
  default     = "2024.11"
  description = "Release that is rolled out to all services."
}

variable "session_secret" {
  type        = string
  default     = "correct horse battery staple"
  sensitive   = true
  description = "Signs the sessions of the shop."
}

locals {
  services = {
    cart    = { port = 8081, replicas = 2, tier = "front" }
    catalog = { port = 8082, replicas = 4, tier = "front" }
    payment = { port = 8083, replicas = 2, tier = "back" }
    search  = { port = 8084, replicas = 1, tier = "front" }
  }
}

resource "terraform_data" "network" {
  input = {
    cidr    = "10.20.0.0/16"
    subnets = ["10.20.0.0/20", "10.20.16.0/20", "10.20.32.0/20"]
  }
}

resource "terraform_data" "certificate" {
  triggers_replace = ["shop.example.com", "www.shop.example.com", "api.shop.example.com"]
  input            = "shop.example.com"
}

resource "terraform_data" "secret" {
  input = var.session_secret
}

resource "terraform_data" "load_balancer" {
  input = {
    certificate = terraform_data.certificate.id
    network     = terraform_data.network.output.cidr
    targets     = [for name, service in module.service : service.endpoint]
  }
}

resource "terraform_data" "dashboard" {
  count = 2
  input = {
    title = "dashboard ${count.index}"
    panes = 6
  }
}

module "service" {
  source   = "./modules/service"
  for_each = local.services

  name     = each.key
  port     = each.value.port
  replicas = each.value.replicas
  tier     = each.value.tier
  release  = var.release
  network  = terraform_data.network.id
  secret   = terraform_data.secret.output
}

moved {
  from = terraform_data.tls
  to   = terraform_data.certificate
}

output "endpoints" {
  value = { for name, service in module.service : name => service.endpoint }
}

output "certificate" {
  value = terraform_data.certificate.id
}

check "redundancy" {
  assert {
    condition     = alltrue([for name, service in local.services : service.replicas >= 2])
    error_message = "Every service should run at least two replicas."
  }
}
