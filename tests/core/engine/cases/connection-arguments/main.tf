resource "terraform_data" "without_host" {
  connection {
    user = "x"
  }
  provisioner "remote-exec" {
    inline = ["x"]
  }
}
resource "terraform_data" "host_from_resource" {
  connection {
    host = "x"
  }
  provisioner "remote-exec" {
    inline = ["x"]
    connection {
      port = "many"
    }
  }
}
