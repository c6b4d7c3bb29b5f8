variable "v" {
  default = 1
  validation {
    condition = provider::gone::ok(var.v)
    error_message = provider::gone::text()
  }
}
locals { a = provider::foo::bar(1) + nonsense() }
resource "terraform_data" "a" {
  count = provider::foo::count()
  input = [provider::foo::bar(2), provider::foo::baz(provider::other::x(1))]
  bogus = 1
}
output "o" { value = local.nope }
module "m" { 
  source = "./m" 
  v = provider::foo::v()
}
check "c" {
  assert {
   condition = provider::foo::c(local.a)
   error_message = "x"
  }
}
