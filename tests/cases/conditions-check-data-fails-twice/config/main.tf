check "remote" {
  data "terraform_remote_state" "missing" {
    backend = "local"
    config  = { path = "missing.tfstate" }
  }
  assert {
    condition     = data.terraform_remote_state.missing.outputs.x == 1
    error_message = "It is not 1."
  }
}
