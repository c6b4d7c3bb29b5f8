resource "terraform_data" "x" {
  input = nope.nope.x
  lifecycle {
    precondition {
      condition     = terraform_data.zip.id == 1
      error_message = "x"
    }
    prevent_destroy = local.nope
  }
  provisioner "local-exec" { comand = "x" }
}
resource "terraform_dat" "y" {
  lifecycle {
    postcondition {
      condition     = self.x == 1
      error_message = "x"
    }
    prevent_destroy = "abc"
  }
}
