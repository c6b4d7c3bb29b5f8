module "p" {
  source = "./p"
}
