variable "s" {
  default   = "hunter2"
  sensitive = true
}
variable "e" {
  default   = "hunter3"
  ephemeral = true
}
resource "terraform_data" "a" {
  provisioner "local-exec" {
    command = "echo ${var.s}; echo again"
  }
  provisioner "local-exec" {
    command = "echo ${var.e}"
  }
  provisioner "local-exec" {
    command = "echo open"
  }
}
