resource "terraform_data" "a" {
  count = 3
  input = terraform_data.a[1].id
}
resource "terraform_data" "b" {
  input = terraform_data.b.id
}
resource "terraform_data" "c" {
  input = terraform_data.a[0].id
}
resource "terraform_data" "d" {
  input = 1
}
