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
  size = 1
}

moved {
  from = test_old.b
  to   = test_old.c
}

resource "test_old" "c" {
  title = "c"
}
