module "m" {
  source   = "./m"
  for_each = { one = 1, two = 2 }
  number   = each.value
}
