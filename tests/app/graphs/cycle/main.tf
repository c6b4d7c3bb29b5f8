resource "terraform_data" "a" { input = local.b }
resource "terraform_data" "b" { input = terraform_data.a.id }
locals { b = terraform_data.b.id }
