variable "needed" {}
module "deep" {
  source = "../deep"
}
