resource "terraform_data" "a" {
}
resource "terraform_data" "b" {
}
module "with" {
  source     = "./m"
  value      = terraform_data.a.id
  depends_on = [terraform_data.a]
}
module "without" {
  source = "./m"
  value  = terraform_data.b.id
}
