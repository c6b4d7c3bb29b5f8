resource "terraform_data" "a" {
  count = 2
  provisioner "local-exec" {
    quiet   = true
    command = "true ${terraform_data.a[0].id}"
  }
}
