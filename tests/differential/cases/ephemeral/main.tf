terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


ephemeral "test_token" "t" {
  for = "me"
}

resource "test_thing" "a" {
  name             = "a"
  password         = ephemeral.test_token.t.token
  password_version = 1
}

provider "test" {
  alias  = "second"
  region = ephemeral.test_token.t.token
}

resource "test_thing" "b" {
  provider = test.second
  name     = "b"
}
