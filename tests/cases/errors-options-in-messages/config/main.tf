module "m" {
  source   = "./m"
  for_each = toset(["a b"])
}
resource "terraform_data" "x" {
}
module "n" {
  source   = "./n"
  for_each = toset(["a"])
  id       = terraform_data.x.id
}
