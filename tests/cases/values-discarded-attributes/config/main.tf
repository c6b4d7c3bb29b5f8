locals {
  unseen = { size = 1, other = 2 }
}

module "m" {
  source = "./m"
  shape = {
    size   = 1
    colur  = "red"
    corner = { x = 1, y = 2, depth = 3 }
  }
  shapes = concat([{ size = 1, lost = true }], [local.unseen])
  by_name = {
    a        = { size = 2, "b c" = 3 }
    (1 + 1)  = { size = 2, d = 3 }
  }
  many = [for i in [1, 2] : { size = i, index = i }]
}

output "shape" { value = module.m.shape }
