module "a" {
  source = "./child"
  extra  = 1
}
module "b" {
  source = "./child"
}
resource "terraform_data" "x" { input = local.undeclared }
