terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}


import {
  to = test_thing.missing
  id = "missing"
}

import {
  to = test_thing.gone
  id = "gone"
}

import {
  to = test_thing.many
  id = "many"
}

import {
  to = test_thing.other
  id = "other"
}

import {
  to = test_thing.none
  id = "none"
}

resource "test_thing" "missing" {
  name = "x"
}

resource "test_thing" "gone" {
  name = "x"
}

resource "test_thing" "many" {
  name = "x"
}

resource "test_thing" "other" {
  name = "x"
}

resource "test_thing" "none" {
  name = "x"
}
