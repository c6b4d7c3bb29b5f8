resource "terraform_data" "a" {
  input = "x"
  lifecycle {
    precondition {
      condition     = path.module == ""
      error_message = "Never."
    }
  }
}
check "c" {
  assert {
    condition     = terraform_data.a.input == "x"
    error_message = "Not x."
  }
}
