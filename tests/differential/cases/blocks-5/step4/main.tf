terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_rich" "r" {
  name  = "rich"
  tags  = { a = "1", b = "3", c = "4" }
  zones = ["y", "z"]
  steps = [1, 3, 4]
  shape = { kind = "round", sides = 5 }
  any   = "text"
  token = "other"

  disk {
    size = 10
    part {
      label = "root"
    }
    part {
      label = "home"
    }
  }
  disk {
    size   = 25
    device = "sdb"
  }
  rule {
    port = 8080
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
