terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


moved {
  from = test_old.a
  to   = test_thing.a
}

resource "test_thing" "a" {
  name = "first"
}
