module "m" {
  source   = "./m"
  for_each = toset([])
  x        = count.index
}
resource "terraform_data" "a" {
}
