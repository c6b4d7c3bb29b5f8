resource "terraform_data" "told" {
  lifecycle { ignore_changes = [output] }
}
resource "terraform_data" "after" {
  lifecycle { ignore_changes = [output, nope, id] }
}
resource "terraform_data" "beside" {
  depends_on = [terraform_data.nope]
  lifecycle { ignore_changes = [output] }
}
