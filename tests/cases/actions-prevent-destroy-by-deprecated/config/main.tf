module "m" {
  source = "./m"
}
resource "terraform_data" "replaced" {
  triggers_replace = [2]
  lifecycle {
    prevent_destroy = module.m.without_message
  }
}
resource "terraform_data" "updated" {
  input = 3
  lifecycle {
    prevent_destroy = module.m.protects
  }
}
resource "terraform_data" "orphans" {
  count = 1
  lifecycle {
    prevent_destroy = module.m.protects
  }
}
resource "terraform_data" "created" {
  lifecycle {
    prevent_destroy = module.m.protects
  }
}
