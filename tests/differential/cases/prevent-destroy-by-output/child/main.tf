output "protects" {
  value      = false
  deprecated = "Protect each resource."
}

output "name" {
  value      = "a"
  deprecated = "Name it yourself."
}
