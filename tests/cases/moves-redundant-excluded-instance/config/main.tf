module "d" {
  source = "./d"
}
