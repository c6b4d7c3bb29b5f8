module "d" {
  source = "../d"
}
moved {
  from = module.d
  to   = module.d
}
