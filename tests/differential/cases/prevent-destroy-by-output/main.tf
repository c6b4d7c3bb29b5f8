module "child" {
  source = "./child"
}

module "empty" {
  source   = "./child"
  for_each = toset([module.child.name])
}

resource "terraform_data" "a" {
  input = module.child.name

  lifecycle {
    prevent_destroy = module.child.protects
  }
}

resource "terraform_data" "b" {
  triggers_replace = [module.child.name]

  lifecycle {
    prevent_destroy = module.child["protects"]
  }
}
