resource "terraform_data" "a" {
  provisioner "local-exec" {
    command = "echo made"
  }
  provisioner "local-exec" {
    when    = destroy
    command = "echo bye"
  }
}
