terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


import {
  to = test_rich.r
  id = "r"
}
