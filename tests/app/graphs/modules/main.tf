module "outer" {
  source   = "./outer"
  for_each = toset(["x", "y"])
  given    = terraform_data.first.id
}
module "after" {
  source     = "./outer/inner"
  value      = module.outer["x"].inner
  depends_on = [module.outer]
}
resource "terraform_data" "first" {}
resource "terraform_data" "last" { input = module.after }
