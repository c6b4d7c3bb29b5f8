resource "terraform_data" "kept" {
  input = terraform_data.renewed.id
  lifecycle { create_before_destroy = true }
}
resource "terraform_data" "renewed" { triggers_replace = 2 }
moved {
  from = terraform_data.old
  to   = terraform_data.renewed
}
removed {
  from = terraform_data.forgotten
  lifecycle { destroy = false }
}
