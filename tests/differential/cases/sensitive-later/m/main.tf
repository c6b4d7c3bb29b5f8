variable "id" {}

output "list" {
  value = nonsensitive(try([sensitive(var.id)], "x"))
}
