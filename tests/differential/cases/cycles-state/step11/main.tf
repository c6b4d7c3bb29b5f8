# What is forgotten waits for nothing.
removed {
  from = terraform_data.d
  lifecycle {
    destroy = false
  }
}

resource "terraform_data" "a" {
}

resource "terraform_data" "b" {
}

module "m" {
  source   = "./m"
  for_each = toset(["k", "l"])
}
