output "o" {
  value = "constant"
  precondition {
    condition     = path.module != ""
    error_message = "Never."
  }
}
