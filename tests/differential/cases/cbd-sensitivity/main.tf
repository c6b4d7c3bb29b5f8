# Only the sensitivity of b changes, so that it keeps what c required when it was created.
resource "terraform_data" "b" {
  input = 2
}

resource "terraform_data" "c" {
  triggers_replace = terraform_data.b.id

  lifecycle {
    create_before_destroy = true
  }
}
