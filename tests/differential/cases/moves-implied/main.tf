terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

# An object is in the way where the single one should go.
resource "terraform_data" "blocked" {
  count = 2
}

resource "terraform_data" "blocked_single" {
}

resource "terraform_data" "free" {
  count = 1
}

resource "terraform_data" "free_single" {
}

resource "terraform_data" "enabled" {
  lifecycle {
    enabled = true
  }
}

resource "terraform_data" "by_key" {
  for_each = toset(["a"])
}

resource "terraform_data" "explicit" {
  count = 2
}

moved {
  from = terraform_data.explicit
  to   = terraform_data.explicit[1]
}

data "test_lookup" "counted" {
  count = 1
  name  = "counted"
}

data "test_lookup" "single" {
  name = "single"
}

module "blocked" {
  source = "./m"
  count  = 2
}

module "single" {
  source = "./m"
}

module "enabled" {
  source = "./m"
  lifecycle {
    enabled = true
  }
}

# Without resources of its own, a module does not move.
module "outer" {
  source = "./outer"
  count  = 1
}
