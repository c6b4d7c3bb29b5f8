variable "in" {}

resource "terraform_data" "count" {
  count = 2
  input = "m${count.index}"
}

resource "terraform_data" "changed" {
  input = var.in
}

output "all" {
  value = [terraform_data.count[1].output, terraform_data.changed.output]
}
