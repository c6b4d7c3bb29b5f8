resource "terraform_data" "a" {
  triggers_replace = 2
  lifecycle {
    create_before_destroy = true
  }
  provisioner "local-exec" {
    command = "echo new ${self.triggers_replace}"
  }
  provisioner "local-exec" {
    when    = destroy
    command = "echo bye ${self.triggers_replace}"
  }
}
