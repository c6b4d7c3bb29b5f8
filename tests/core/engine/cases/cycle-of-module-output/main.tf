module "m" {
 source = "./m"
 v = module.m.o
}
