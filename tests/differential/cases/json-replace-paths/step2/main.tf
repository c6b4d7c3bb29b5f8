terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}
resource "test_many" "all" {
  alpha = "2"
  beta = "2"
  gamma = "2"
  delta = "2"
  name = "2"
  zeta = "2"
  Upper = "2"
  a_b = "2"
  a1 = "2"
  long_attribute_name = "2"
  tags  = { k = "2", "b c" = "2", same = "s" }
  list  = ["2", "2"]
  set   = ["2", "s"]
  many  = [{ a = "2", b = "2" }, { a = "2" }]
  named = { x = { a = "2" } }
  lb {
    a = "2"
    deep {
      a = "2"
    }
  }
  lb {
    b = "2"
  }
  sb {
    a = "2"
  }
}
resource "test_many" "cbd" {
  alpha = "2"
  beta = "2"
  gamma = "2"
  delta = "2"
  name = "2"
  zeta = "2"
  Upper = "2"
  a_b = "2"
  a1 = "2"
  long_attribute_name = "2"
  tags  = { k = "2", "b c" = "2", same = "s" }
  list  = ["2", "2"]
  set   = ["2", "s"]
  many  = [{ a = "2", b = "2" }, { a = "2" }]
  named = { x = { a = "2" } }
  lb {
    a = "2"
    deep {
      a = "2"
    }
  }
  lb {
    b = "2"
  }
  sb {
    a = "2"
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
  list = ["1"]
}
resource "test_many" "more" {
  name = "1"
  tags = { k = "2" }
  list = ["1", test_many.all.made]
  lb {
    a = test_many.all.id
  }
}
