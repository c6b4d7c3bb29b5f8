# Within one instance of the module only.
resource "terraform_data" "a" {
}

resource "terraform_data" "b" {
}

resource "terraform_data" "c" {
}

resource "terraform_data" "d" {
}
