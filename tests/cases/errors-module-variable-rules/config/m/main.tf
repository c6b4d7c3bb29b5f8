variable "x" {
  validation {
    condition     = length(var.x) < 3
    error_message = "Too long."
  }
}
