terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}
resource "test_many" "all" {
  alpha = "1"
  beta = "1"
  gamma = "1"
  delta = "1"
  name = "1"
  zeta = "1"
  Upper = "1"
  a_b = "1"
  a1 = "1"
  long_attribute_name = "1"
  tags  = { k = "1", "b c" = "1", same = "s" }
  list  = ["1", "1"]
  set   = ["1", "s"]
  many  = [{ a = "1", b = "1" }, { a = "1" }]
  named = { x = { a = "1" } }
  lb {
    a = "1"
    deep {
      a = "1"
    }
  }
  lb {
    b = "1"
  }
  sb {
    a = "1"
  }
}
resource "test_many" "cbd" {
  alpha = "1"
  beta = "1"
  gamma = "1"
  delta = "1"
  name = "1"
  zeta = "1"
  Upper = "1"
  a_b = "1"
  a1 = "1"
  long_attribute_name = "1"
  tags  = { k = "1", "b c" = "1", same = "s" }
  list  = ["1", "1"]
  set   = ["1", "s"]
  many  = [{ a = "1", b = "1" }, { a = "1" }]
  named = { x = { a = "1" } }
  lb {
    a = "1"
    deep {
      a = "1"
    }
  }
  lb {
    b = "1"
  }
  sb {
    a = "1"
  }
  lifecycle {
    create_before_destroy = true
  }
}
resource "test_many" "asked" {
  alpha = "1"
  beta = "1"
  gamma = "1"
  delta = "1"
  name = "1"
  zeta = "1"
  Upper = "1"
  a_b = "1"
  a1 = "1"
  long_attribute_name = "1"
  tags  = { k = "1", "b c" = "1", same = "s" }
  list  = ["1", "1"]
  set   = ["1", "s"]
  many  = [{ a = "1", b = "1" }, { a = "1" }]
  named = { x = { a = "1" } }
  lb {
    a = "1"
    deep {
      a = "1"
    }
  }
  lb {
    b = "1"
  }
  sb {
    a = "1"
  }
}
resource "test_many" "fewer" {
  name = "1"
  list = ["1", "2"]
  lb {
    a = "1"
  }
}
resource "test_many" "more" {
  name = "1"
}
