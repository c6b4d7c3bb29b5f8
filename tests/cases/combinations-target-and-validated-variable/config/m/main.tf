variable "value" {
  validation {
    condition     = length(var.value) > 0
    error_message = "Nothing."
  }
}
