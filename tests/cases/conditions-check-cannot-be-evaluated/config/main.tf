resource "terraform_data" "a" {
  count = 1
  input = "x"
}
check "c" {
  assert {
    condition     = terraform_data.a[2].input == "x"
    error_message = "Not x."
  }
}
