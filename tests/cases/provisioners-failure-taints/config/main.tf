resource "terraform_data" "a" {
  provisioner "local-exec" {
    command = "echo first"
  }
  provisioner "local-exec" {
    command = "echo out; echo err >&2; exit 3"
  }
  provisioner "local-exec" {
    command = "echo never"
  }
}
resource "terraform_data" "b" {
  input = terraform_data.a.id
}
resource "terraform_data" "c" {
  provisioner "local-exec" {
    command = "echo fine"
  }
}
