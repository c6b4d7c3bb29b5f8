variable "label" {
  const = true
}

output "label" {
  value = "of m: ${var.label}"
}
