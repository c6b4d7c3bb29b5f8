module "m" {
  source = "./m"
  count  = 2
  name   = "n${count.index}"
}
resource "terraform_data" "a" {
  for_each = { x = "ex", y = "why" }
  input    = upper(each.value)
  provisioner "local-exec" {
    command = "echo ${each.key} ${each.value} ${self.input} ${terraform.workspace}"
  }
  provisioner "local-exec" {
    command = "echo ${path.module} and ${self.id == each.key}"
  }
}
