terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
  provider_meta "test" {
    team = "a"
  }
}

resource "test_thing" "a" {
  name = "first"
  size = 1
}

module "m" {
  source = "./m"
}
