resource "terraform_data" "a" {
}
module "m" {
  source = "./m"
}
output "o" {
  value = module.m.o
}
