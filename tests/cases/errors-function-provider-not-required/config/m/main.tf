variable "v" {
  validation {
    condition = provider::foo::inm(var.v)
    error_message = "no"
  }
}
resource "terraform_data" "z" { 
  input = var.v 
  provisioner "local-exec" { command = provider::foo::cmd() }
  lifecycle {
    precondition {
      condition = provider::foo::pre(var.v)
      error_message = "x"
    }
    prevent_destroy = provider::foo::pd()
  }
}
