output "protects" {
  value      = false
  deprecated = "Set it per resource."
}
output "without_message" {
  value      = tobool("false")
  deprecated = "gone"
}
