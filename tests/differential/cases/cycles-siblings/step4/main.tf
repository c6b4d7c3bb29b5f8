# What is left of more instances waits, too.
resource "terraform_data" "a" {
  count = 1
  provisioner "local-exec" {
    quiet   = true
    command = "true ${length(terraform_data.a)}"
  }
}
