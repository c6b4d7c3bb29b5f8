resource "terraform_data" "a" {
  lifecycle {
    replace_triggered_by = [terraform_data.b[each.key], terraform_data.b[count.index]]
  }
}
resource "terraform_data" "b" {
  count = 1
}
