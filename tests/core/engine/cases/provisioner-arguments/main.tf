resource "terraform_data" "without_command" {
  provisioner "local-exec" {
  }
}
resource "terraform_data" "unknown_attribute" {
  count = 2
  provisioner "local-exec" {
    command = "${self.nope} ${count.index}"
  }
}
resource "terraform_data" "two_sources" {
  provisioner "remote-exec" {
    inline = ["x"]
    script = "y"
  }
}
resource "terraform_data" "good" {
  provisioner "file" {
    content     = self.id
    destination = "/tmp/x"
    connection {
      host = "localhost"
    }
  }
}
