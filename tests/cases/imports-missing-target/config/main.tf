import {
  to = terraform_data.nope
  id = "x"
}
import {
  to = module.m.terraform_data.nope
  id = "x"
}
import {
  for_each = { a = 1 }
  to       = terraform_data.other[each.key]
  id       = "x"
}
