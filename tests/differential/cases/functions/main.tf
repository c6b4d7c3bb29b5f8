terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "a" {
  name = "first"
  size = 1
}

output "results" {
  value = [provider::test::shout("hi"), provider::test::join_all("-", "a", "b"), provider::test::shout(test_thing.a.url)]
}
