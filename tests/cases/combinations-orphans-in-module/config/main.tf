module "m" {
  source = "./m"
}
resource "terraform_data" "user" {
  input = module.m
}
