module "m" {
  source = "./m"
  size   = 5
}

locals {
  next = module.m.size + 1
}

resource "terraform_data" "a" {
  input = [local.next, module.m.size]
}

resource "terraform_data" "b" {
  count = module.m.size > 1 ? 1 : 0
  input = module.m.colour
}

output "all" { value = module.m }
