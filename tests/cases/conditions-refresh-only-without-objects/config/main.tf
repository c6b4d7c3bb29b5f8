resource "terraform_data" "a" {
}
resource "terraform_data" "b" {
  lifecycle {
    postcondition {
      condition     = self.id != ""
      error_message = "No id."
    }
  }
}
output "b" {
  value = terraform_data.b
}
