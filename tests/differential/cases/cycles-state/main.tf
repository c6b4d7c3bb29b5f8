# b goes first: it is replaced before a, which depended on it, is; but the new a is made before the old one goes.
resource "terraform_data" "a" {
  triggers_replace = "new"
  lifecycle {
    create_before_destroy = true
  }
}

resource "terraform_data" "b" {
  triggers_replace = "new"
}

resource "terraform_data" "c" {
}

resource "terraform_data" "d" {
}

module "m" {
  source   = "./m"
  for_each = toset(["k", "l"])
}
