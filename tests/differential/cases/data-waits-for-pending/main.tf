terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

variable "size" {
  default = 1
}

variable "far" {
  default = "a"
}

# Behind everything: the only object that changes in the third step.
resource "terraform_data" "far" {
  input = var.far
}

# Its own values are known, and nothing of it changes with what it depends on.
resource "terraform_data" "near" {
  depends_on = [terraform_data.far]
}

resource "test_thing" "a" {
  count = 2
  name  = "a"
  size  = var.size
}

locals {
  number = length(test_thing.a)
}

data "test_lookup" "by_count" {
  count = length(test_thing.a)
  name  = "by_count"
}

data "test_lookup" "by_for_each" {
  for_each = { for i, a in test_thing.a : a.name => i... }
  name     = each.key
}

data "test_lookup" "by_enabled" {
  name = "by_enabled"
  lifecycle {
    enabled = test_thing.a[0].name == "a"
  }
}

# Only what is named in the block itself counts.
data "test_lookup" "by_local" {
  count = local.number
  name  = "by_local"
}

data "test_lookup" "by_instance" {
  name       = "by_instance"
  depends_on = [test_thing.a[0]]
}

data "test_lookup" "after_data" {
  count      = length(data.test_lookup.by_count)
  name       = "after_data"
  depends_on = [data.test_lookup.by_count]
}

data "test_lookup" "after_near" {
  name       = "after_near"
  depends_on = [terraform_data.near]
}

data "test_lookup" "with_condition" {
  name = "with_condition"
  lifecycle {
    precondition {
      condition     = local.number == 2
      error_message = "Two."
    }
  }
}

data "test_lookup" "after_output" {
  name       = "after_output"
  depends_on = [module.plain.number]
}

data "test_lookup" "after_module" {
  name       = "after_module"
  depends_on = [module.plain]
}

ephemeral "test_token" "by_count" {
  count = length(test_thing.a)
  for   = "by_count"
}

ephemeral "test_token" "after_data" {
  for        = "after_data"
  depends_on = [data.test_lookup.by_count]
}

# An instance of a data source by its key is nothing that is waited for.
ephemeral "test_token" "after_instance" {
  for        = "after_instance"
  depends_on = [data.test_lookup.by_count[0]]
}

check "nested" {
  data "test_lookup" "nested" {
    name       = test_thing.a[0].name
    depends_on = [terraform_data.near]
  }
  assert {
    condition     = data.test_lookup.nested.value == "A"
    error_message = "Nested."
  }
}

# Behind depends_on of a module is everything that its objects depend on.
module "after_near" {
  source     = "./m"
  depends_on = [terraform_data.near]
}

module "after_instance" {
  source     = "./m"
  depends_on = [test_thing.a[0]]
}

module "repeated" {
  source   = "./m"
  for_each = toset([for a in test_thing.a : a.name])
}

module "around" {
  source     = "./around"
  depends_on = [test_thing.a]
}

module "plain" {
  source = "./m"
  number = length(test_thing.a)
}
