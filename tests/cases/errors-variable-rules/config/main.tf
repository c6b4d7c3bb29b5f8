variable "size" {
  default = 1
  validation {
    condition     = var.size > 5
    error_message = "Must be more than 5."
  }
  validation {
    condition     = var.size > 3
    error_message = "Must be more than 3."
  }
}
