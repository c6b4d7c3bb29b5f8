variable "x" {
  default = ""
}
output "o" {
  value = "o"
}
