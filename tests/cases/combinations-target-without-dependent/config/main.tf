resource "terraform_data" "used" {
  triggers_replace = 2
}
resource "terraform_data" "user" {
  input = terraform_data.used.id
  lifecycle {
    create_before_destroy = true
  }
}
