terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


resource "test_thing" "good" {
  name = "good"
}

resource "test_thing" "bad" {
  name = "bad"
  size = 1
}

resource "test_thing" "after" {
  name = test_thing.bad.url
}

resource "test_thing" "none" {
  count = 0
  name  = "none"
}

module "whole" {
  source = "./whole"
}
