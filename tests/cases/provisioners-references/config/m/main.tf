variable "name" {}
resource "terraform_data" "a" {
  count = 2
  input = var.name
  provisioner "local-exec" {
    command = "echo ${count.index} ${self.output} ${path.module}"
  }
}
