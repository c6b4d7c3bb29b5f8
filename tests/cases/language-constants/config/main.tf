variable "flavour" {
  const   = true
  default = "m"
}

variable "size" {
  const   = false
  default = 3
}

module "chosen" {
  source = "./${var.flavour}"
  label  = "static"
}

resource "terraform_data" "a" {
  input = "${module.chosen.label} ${var.size}"
}
