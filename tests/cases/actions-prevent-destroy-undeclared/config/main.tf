resource "terraform_data" "x" {
  count = 2
  lifecycle {
    prevent_destroy = local.nope
  }
}
resource "terraform_data" "y" {
  lifecycle {
    prevent_destroy = terraform_data.nope.id == "x" || try(var.nope, false)
  }
}
