module "inner" {
  source = "../m"
}
