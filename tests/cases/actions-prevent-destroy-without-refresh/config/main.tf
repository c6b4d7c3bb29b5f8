variable "keep" {
  default = true
}
module "m" {
  source = "./m"
  count  = 2
  keep   = var.keep
}
resource "terraform_data" "free" {
}
