terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_nested" "n" {
  name   = "n"
  single = { a = "1" }
  list   = [{ a = "0" }, { a = "1" }, { a = "2", b = "given" }]
  set    = [{ a = "1" }, { a = "2", n = 3 }]
  map    = { k = { a = "1", s = "changed" } }
}
