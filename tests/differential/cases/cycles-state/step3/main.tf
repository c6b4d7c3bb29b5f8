# c and d depend on each other, as the state has it.
resource "terraform_data" "a" {
}

resource "terraform_data" "b" {
}

module "m" {
  source   = "./m"
  for_each = toset(["k", "l"])
}
