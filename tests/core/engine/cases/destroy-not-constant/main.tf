resource "terraform_data" "a" {
  lifecycle {
    destroy = "maybe"
  }
}
