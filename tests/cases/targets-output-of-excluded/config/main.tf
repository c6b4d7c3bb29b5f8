variable "in" {
  default = "old"
}

resource "terraform_data" "count" {
  count = 2
  input = "c${count.index}"
}

resource "terraform_data" "each" {
  for_each = { a = "x", b = "y" }
  input    = each.value
}

resource "terraform_data" "single" {
  input = "s"
}

resource "terraform_data" "changed" {
  input = var.in
}

module "m" {
  source = "./m"
  in     = var.in
}

output "all" {
  value = [terraform_data.count[*].output, { for k, v in terraform_data.each : k => v.output }, terraform_data.single.output, terraform_data.changed.output]
}

output "module" {
  value = module.m.all
}

output "left" {
  value = [terraform_data.single.output, module.m.all]
}
