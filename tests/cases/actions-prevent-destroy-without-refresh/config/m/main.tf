variable "keep" {}
resource "terraform_data" "kept" {
  lifecycle {
    prevent_destroy = var.keep
  }
}
