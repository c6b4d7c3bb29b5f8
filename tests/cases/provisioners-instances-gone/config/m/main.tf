resource "terraform_data" "a" {
  count = 2
  provisioner "local-exec" {
    when    = destroy
    command = "echo bye ${count.index} ${path.module}"
  }
}
