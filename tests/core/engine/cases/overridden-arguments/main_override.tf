resource "terraform_data" "a" {
  input = 2
  more  = 1
}
