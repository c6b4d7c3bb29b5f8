variable "size" {
  type = number
}
variable "password" {
  type      = number
  sensitive = true
}
variable "name" {
  type = string
  validation {
    condition     = length(var.name) > 3
    error_message = "Names are longer than that."
  }
}
variable "kind" {
  type     = string
  nullable = false
}
variable "region" {
  default = "eu"
}
resource "terraform_data" "sized" {
  input = var.size
}
resource "terraform_data" "there" {
  input = var.region
}
output "size" {
  value = var.size
}
output "region" {
  value = var.region
}
