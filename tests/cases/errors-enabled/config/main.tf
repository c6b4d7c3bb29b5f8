resource "terraform_data" "off" {
  lifecycle { enabled = false }
}
resource "terraform_data" "on" {
  lifecycle { enabled = true }
}
resource "terraform_data" "null" {
  lifecycle { enabled = null }
}
resource "terraform_data" "unknown" {
  lifecycle { enabled = terraform_data.on.id == "x" }
}
resource "terraform_data" "sensitive" {
  lifecycle { enabled = sensitive(true) }
}
resource "terraform_data" "ephemeral" {
  lifecycle { enabled = var.passing }
}
resource "terraform_data" "unsuitable" {
  lifecycle { enabled = "yes" }
}
resource "terraform_data" "undeclared" {
  lifecycle { enabled = local.nope }
}
variable "passing" {
  type      = bool
  default   = true
  ephemeral = true
}
module "off" {
  source = "./m"
  lifecycle { enabled = false }
}
output "off" { value = terraform_data.off.id }
output "module" { value = module.off.x }
