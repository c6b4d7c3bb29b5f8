variable "a" { type = number }
variable "b" {
  type    = string
  default = "x"
}
resource "terraform_data" "a" { input = [var.a, var.b] }
