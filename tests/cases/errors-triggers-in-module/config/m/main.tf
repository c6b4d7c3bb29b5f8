resource "terraform_data" "a" {
  count = 0
}
resource "terraform_data" "b" {
  lifecycle {
    replace_triggered_by = [terraform_data.a]
  }
}
