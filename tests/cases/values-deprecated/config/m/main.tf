variable "size" {
  type       = number
  deprecated = "Modules have no size."
}

output "size" {
  value      = var.size
  deprecated = "Measure it."
}

output "colour" { value = "red" }
