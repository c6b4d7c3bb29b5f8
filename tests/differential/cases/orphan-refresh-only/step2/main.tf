terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}
