terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

output "too_many" {
  value = provider::test::shout(1, 2)
}

output "within_for" {
  value = [for x in ["a"] : provider::test::shout(x, 2)]
}

output "wrong_type" {
  value = provider::test::join_all(["a"], "b")
}

output "null" {
  value = provider::test::join_all(null, "b")
}

output "of_the_language" {
  value = upper(1, 2)
}
