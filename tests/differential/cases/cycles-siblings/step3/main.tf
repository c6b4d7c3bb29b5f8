resource "terraform_data" "a" {
  count = 3
  provisioner "local-exec" {
    quiet   = true
    command = "true ${jsonencode([terraform_data.a[0].id, terraform_data.a[1].id])}"
  }
}
