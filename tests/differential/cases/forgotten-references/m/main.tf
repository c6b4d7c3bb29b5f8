variable "value" {
  type = number
  validation {
    condition     = var.value > 0
    error_message = "value"
  }
}
variable "unused" {
  default = 1
  validation {
    condition     = var.unused > 0
    error_message = "unused"
  }
}
resource "terraform_data" "inside" {
  input = var.value
}
resource "terraform_data" "other" {
  input = var.unused
}
output "output" {
  value = terraform_data.inside.output
}
output "unused" {
  value = terraform_data.other.output
}
