terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


provider "test" {
  region = "north"
}

provider "test" {
  alias  = "south"
  region = "south"
}

provider "test" {
  alias    = "each"
  for_each = toset(["e", "w"])
  region   = each.key
}

resource "test_thing" "north" {
  name = "n"
}

resource "test_thing" "south" {
  provider = test.south
  name     = "s"
}

resource "test_thing" "each" {
  for_each = toset(["e", "w"])
  provider = test.each[each.key]
  name     = each.key
}

module "m" {
  source = "./m"
  providers = {
    test = test.south
  }
}
