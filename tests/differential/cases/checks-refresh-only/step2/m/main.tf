resource "terraform_data" "inside" {
}
output "output" {
  value = terraform_data.inside
}
