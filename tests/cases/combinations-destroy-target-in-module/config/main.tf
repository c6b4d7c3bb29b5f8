resource "terraform_data" "base" {
  input = "base"
}
resource "terraform_data" "middle" {
  input = terraform_data.base.id
}
module "m" {
  source = "./m"
  count  = 2
  id     = terraform_data.middle.id
}
resource "terraform_data" "other" {
}
