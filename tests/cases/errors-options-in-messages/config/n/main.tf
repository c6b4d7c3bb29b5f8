variable "id" {
}
resource "terraform_data" "a" {
  count = length(var.id)
}
