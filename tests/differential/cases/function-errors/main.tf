terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


output "argument" {
  value = provider::test::fails("x", 1)
}

output "whole" {
  value = provider::test::shout("fail")
}

output "wrong_type" {
  value = provider::test::fails("x", "no number")
}

output "too_few" {
  value = provider::test::shout()
}

output "missing" {
  value = provider::test::whisper("x")
}
