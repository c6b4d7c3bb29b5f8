terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


resource "test_thing" "a" {
  name = "a"
}

ephemeral "test_token" "t" {
  for = test_thing.a.id
}

resource "test_thing" "b" {
  name     = "b"
  password = ephemeral.test_token.t.token
}
