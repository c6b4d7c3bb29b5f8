import {
  to = terraform_data.same
  id = "same-id"
}
import {
  to = terraform_data.updated
  id = "updated-id"
}
import {
  to = terraform_data.replaced
  id = "replaced-id"
}
import {
  to = terraform_data.created_first
  id = "first-id"
}
resource "terraform_data" "same" {
}
resource "terraform_data" "updated" {
  input = sensitive("new")
}
resource "terraform_data" "replaced" {
  triggers_replace = 1
}
resource "terraform_data" "created_first" {
  triggers_replace = 1
  lifecycle {
    create_before_destroy = true
  }
}
resource "terraform_data" "user" {
  input      = terraform_data.same.id
  depends_on = [terraform_data.updated]
}
resource "terraform_data" "triggered" {
  lifecycle {
    replace_triggered_by = [terraform_data.updated]
  }
}
output "same" {
  value = terraform_data.same
}
