resource "terraform_data" "old" {
  input = 2
}
resource "terraform_data" "single" {
  input = 1
}
resource "terraform_data" "off" {
  lifecycle {
    enabled = true
  }
}
resource "terraform_data" "counted" {
  count = 2
}
resource "terraform_data" "named" {
  for_each = toset(["a"])
}
check "single" {
  assert {
    condition     = length(jsonencode(terraform_data.single)) > 2
    error_message = "single"
  }
}
check "off" {
  assert {
    condition     = terraform_data.off == null
    error_message = "off"
  }
}
check "counted" {
  assert {
    condition     = length(terraform_data.counted) == 2
    error_message = "counted"
  }
}
check "named" {
  assert {
    condition     = length(jsonencode(terraform_data.named)) > 2
    error_message = "named"
  }
}
output "old" {
  value = terraform_data.old.output
}
output "single" {
  value = terraform_data.single.output
}
resource "terraform_data" "output_only" {
  input = 1
}
resource "terraform_data" "output_counted" {
  count = 1
}
resource "terraform_data" "output_conditions" {
  lifecycle {
    postcondition {
      condition     = self.id != ""
      error_message = "output_conditions"
    }
  }
}
module "m" {
  source = "./m"
}
output "single_whole" {
  value = terraform_data.single
}
output "only" {
  value = terraform_data.output_only
}
output "counted" {
  value = terraform_data.output_counted
}
output "conditions" {
  value = terraform_data.output_conditions
}
output "module" {
  value = module.m.output
}
