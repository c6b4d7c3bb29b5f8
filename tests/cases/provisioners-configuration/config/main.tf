resource "terraform_data" "r" {
  provisioner "remote-exec" {
    inline = ["true"]
  }
}
resource "terraform_data" "f" {
  input = ""
  provisioner "file" {
    content     = "x"
    destination = "/tmp/x"
    connection {
      host = self.input
    }
  }
}
resource "terraform_data" "s" {
  connection {
    host = "127.0.0.1"
    port = 1
  }
  provisioner "remote-exec" {
    script = "nope.sh"
    connection {
      port = 2
    }
  }
}
resource "terraform_data" "d" {
  provisioner "local-exec" {
    command     = "x"
    working_dir = "nope"
  }
}
