resource "terraform_data" "a" {
  provisioner "local-exec" {
    when    = destroy
    command = "echo no; exit 2"
  }
  provisioner "local-exec" {
    when    = destroy
    command = "echo never"
  }
}
