data "terraform_remote_state" "other" {
  backend = "local"
  config  = { path = "other.tfstate" }
}

output "old" {
  value = data.terraform_remote_state.other.outputs.old
}

output "new" {
  value = data.terraform_remote_state.other.outputs.new
}
