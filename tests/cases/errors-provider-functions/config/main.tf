terraform {
  required_providers {
    terraform = { source = "terraform.io/builtin/terraform" }
  }
}

output "bad_argument" { value = provider::terraform::encode_tfvars(5) }
output "bad_text" { value = provider::terraform::decode_tfvars("a = b") }
output "too_few" { value = provider::terraform::decode_tfvars() }
output "not_a_name" { value = provider::terraform() }
