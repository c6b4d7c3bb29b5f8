resource "terraform_data" "x" {
  for_each = toset(["one", "two"])
}

resource "terraform_data" "y" {
}
