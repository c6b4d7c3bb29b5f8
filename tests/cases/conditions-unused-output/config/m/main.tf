resource "terraform_data" "a" {
}
output "id" {
  value = terraform_data.a.id
  precondition {
    condition     = terraform_data.a.id == "never"
    error_message = "Never."
  }
}
