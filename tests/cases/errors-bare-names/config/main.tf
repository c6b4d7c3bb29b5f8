variable "a" { default = 1 }
output "var" { value = var }
output "index" { value = var[0] }
output "path" { value = path }
output "each" { value = [each, count, terraform, path.nope] }
output "module" { value = module }
