resource "terraform_data" "b" {
  input = "x"
}
