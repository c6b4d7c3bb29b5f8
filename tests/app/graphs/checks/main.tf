resource "terraform_data" "a" { input = "a" }
resource "terraform_data" "b" { input = terraform_data.a.output }
check "nested" {
  data "terraform_remote_state" "read" {
    backend = "local"
    config  = { path = "there.json" }
  }
  assert {
    condition     = data.terraform_remote_state.read.outputs.x == terraform_data.a.input
    error_message = "No."
  }
}
check "plain" {
  assert {
    condition     = terraform_data.b.input != ""
    error_message = "No."
  }
}
