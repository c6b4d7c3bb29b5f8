resource "terraform_data" "a" {}
module "m" {
  source = "./m"
  fails  = { id = terraform_data.a.id, size = 1 }
  passes = { id = terraform_data.a.id, size = 2 }
}
