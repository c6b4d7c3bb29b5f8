terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_rich" "r" {
  name  = "rich"
  tags  = { a = "1", b = "2" }
  zones = ["x", "y"]
  steps = [1, 2, 3]
  shape = { kind = "square", sides = 4 }
  any   = { list = [1, "two", null] }
  token = "secret"

  disk {
    size = 10
    part {
      label = "root"
    }
    part {
      label = "swap"
    }
  }
  disk {
    size   = 20
    device = "sdb"
  }
  rule {
    port = 80
  }
  rule {
    port = 443
    note = "tls"
  }
  label "k" {
    value = "v"
  }
  limits {
    cpu = 2
  }
  timeouts {
    create = "5m"
  }
}

output "disks" {
  value = test_rich.r.disk
}
