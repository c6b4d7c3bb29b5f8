resource "terraform_data" "a" {
  count = 2
  provisioner "local-exec" {
    quiet   = true
    command = "true ${length(terraform_data.a)}"
  }
}
