variable "secret" {
  default   = "x"
  sensitive = true
}

resource "terraform_data" "each" {
  for_each = toset([var.secret])
}

output "passing" {
  value     = 1
  ephemeral = true
}
