resource "terraform_data" "counted" {
  count = 3
}
resource "terraform_data" "keyed" {
  for_each = toset(["b", "c"])
}
resource "terraform_data" "single" {
  count = 0
}
output "counted" {
  value = length(terraform_data.counted)
}
output "keyed" {
  value = keys(terraform_data.keyed)
}
output "single" {
  value = terraform_data.single[*].id
}
