resource "terraform_data" "none" {
  count = 0
}
