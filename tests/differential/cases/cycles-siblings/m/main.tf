variable "number" {}

resource "terraform_data" "b" {
  count      = var.number
  depends_on = [terraform_data.b]
}
