resource "terraform_data" "first" {
}
resource "terraform_data" "unbound" {
  lifecycle {
    ignore_changes = all
  }
}
resource "terraform_data" "other" {
  input = terraform_data.counted[0].id
}
resource "terraform_data" "counted" {
  count = 2
  lifecycle {
    ignore_changes = [input]
  }
}
