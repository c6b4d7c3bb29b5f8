variable "shape" {
  type = object({ size = number, colour = optional(string), corner = object({ x = number, y = number }) })
}
variable "shapes" { type = list(object({ size = number })) }
variable "by_name" { type = map(object({ size = number })) }
variable "many" { type = set(object({ size = number })) }

output "shape" { value = var.shape }
