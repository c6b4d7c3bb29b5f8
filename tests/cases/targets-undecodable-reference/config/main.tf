resource "terraform_data" "a" {
  count = 2
  input = "new-${count.index}"
}
output "first" {
  value = terraform_data.a[0].id
}
