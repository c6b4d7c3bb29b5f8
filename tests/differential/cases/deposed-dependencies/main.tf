resource "terraform_data" "first" {
}
resource "terraform_data" "unbound" {
  input = terraform_data.first.id
}
resource "terraform_data" "other" {
}
resource "terraform_data" "counted" {
  count = 2
  input = terraform_data.first.id
}
