resource "test_thing" "b" {
  name = "b"
}

resource "terraform_data" "fails" {
  input = test_thing.b.id

  provisioner "local-exec" {
    command = "exit 3"
  }
}

output "late" {
  value = nonsensitive(try({ id = sensitive(test_thing.b.id) }, "x"))
}
