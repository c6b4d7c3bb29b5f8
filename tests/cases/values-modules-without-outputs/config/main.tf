module "m" {
  source   = "./m"
  for_each = toset(["a", "b"])
}
module "n" {
  source = "./m"
  count  = 2
}
module "single" {
  source = "./m"
}
output "keyed" {
  value = module.m
}
output "counted" {
  value = module.n
}
output "single" {
  value = module.single
}
