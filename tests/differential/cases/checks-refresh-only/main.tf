resource "terraform_data" "old" {
  input = 1
}
output "old" {
  value = terraform_data.old.output
}
