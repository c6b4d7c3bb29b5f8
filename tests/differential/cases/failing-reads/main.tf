terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

variable "word" {
  default = "good"
}

variable "later" {
  default = "good"
}

variable "token" {
  default = "t"
}

variable "size" {
  default = 1
}

data "test_lookup" "now" {
  name = var.word
}

check "nested" {
  data "test_lookup" "nested" {
    name = var.word
  }
  assert {
    condition     = data.test_lookup.nested.value != ""
    error_message = "Nothing."
  }
}

# Read during apply where the size changes.
data "test_lookup" "later" {
  name       = var.later
  depends_on = [test_thing.nameless]
}

# Closed before the read fails, or after all, or never.
ephemeral "test_token" "alone" {
  for = "alone"
}

ephemeral "test_token" "t" {
  for = var.token
}

ephemeral "test_token" "for_read" {
  for        = "for_read"
  depends_on = [data.test_lookup.now]
}

resource "test_thing" "uses" {
  id       = "uses"
  name     = data.test_lookup.now.value
  password = ephemeral.test_token.t.token
}

resource "test_thing" "after_later" {
  id       = ""
  name     = data.test_lookup.later.value
  password = ephemeral.test_token.for_read.token
}

# Without an id, the name and the tags are no id, but they are told when something begins.
resource "test_thing" "nameless" {
  id   = ""
  size = var.size
  tags = { name = "tag" }
}

resource "test_tagged" "tagged" {
  size = var.size
  tags = { Name = "tag", other = "x" }
}
