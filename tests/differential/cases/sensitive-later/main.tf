terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "a" {
  name = "a"
}

output "list" {
  value = nonsensitive(try([sensitive(test_thing.a.id)], "x"))
}

output "declared" {
  value     = nonsensitive(try([sensitive(test_thing.a.id)], "x"))
  sensitive = true
}

module "m" {
  source = "./m"
  id     = test_thing.a.id
}

output "of_module" {
  value = length(module.m.list)
}
