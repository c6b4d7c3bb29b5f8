resource "terraform_data" "a" {
  provisioner "local-exec" {
    on_failure = continue
    command = "exit 3"
  }
  provisioner "local-exec" {
    command = "echo next"
  }
}
