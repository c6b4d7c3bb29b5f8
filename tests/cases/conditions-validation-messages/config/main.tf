variable "passes" {
  default = { a = 1 }
  validation {
    condition     = var.passes.a == 1
    error_message = "There is no ${var.passes.b}."
  }
}
variable "neither" {
  default = 1
  validation {
    condition     = var.neither.b == 1
    error_message = "There is no ${var.neither.b}."
  }
}
variable "no_text" {
  default = 1
  validation {
    condition     = var.no_text == 2
    error_message = [1]
  }
}
