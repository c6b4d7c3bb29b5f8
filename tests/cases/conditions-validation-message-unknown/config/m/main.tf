variable "fails" {
  type = object({ id = string, size = number })
  validation {
    condition     = var.fails.size == 2
    error_message = "Wrong: ${var.fails.id}"
  }
}
variable "passes" {
  type = object({ id = string, size = number })
  validation {
    condition     = var.passes.size == 2
    error_message = "Wrong: ${var.passes.id}"
  }
}
