module "m" {
  source = "./m"
  count  = 1
  keep   = false
}
resource "terraform_data" "free" {
}
