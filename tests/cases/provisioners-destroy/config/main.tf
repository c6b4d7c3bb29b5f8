resource "terraform_data" "a" {
  input = "i"
  provisioner "local-exec" {
    when    = destroy
    command = "echo bye ${self.input} ${path.module}"
  }
  provisioner "local-exec" {
    when    = destroy
    on_failure = continue
    command = "exit 2"
  }
  provisioner "local-exec" {
    when    = destroy
    command = "echo last"
  }
  provisioner "local-exec" {
    command = "echo made"
  }
}
