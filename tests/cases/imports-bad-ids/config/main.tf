import {
  to = terraform_data.a
  id = null
}
resource "terraform_data" "a" {
}
resource "terraform_data" "b" {
}
import {
  to = terraform_data.c
  id = sensitive("x")
}
resource "terraform_data" "c" {
}
import {
  to = terraform_data.d
  id = []
}
resource "terraform_data" "d" {
}
