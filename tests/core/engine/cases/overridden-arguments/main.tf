# OpenTofu ignores what is not expected in a block that an override file changes.
resource "terraform_data" "a" {
  inputt = 1
  other {}
}
