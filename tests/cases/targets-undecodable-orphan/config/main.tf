resource "terraform_data" "a" {
  count = 1
  input = "zero"
}
resource "terraform_data" "b" {
  input = length(terraform_data.a)
}
