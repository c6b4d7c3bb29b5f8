resource "terraform_data" "a" {
  triggers_replace = 2
  provisioner "local-exec" {
    command = "echo new ${self.triggers_replace}"
  }
  provisioner "local-exec" {
    when    = destroy
    command = "echo bye ${self.triggers_replace}"
  }
}
