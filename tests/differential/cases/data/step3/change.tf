resource "test_thing" "c" {
  name = "c"
}

data "test_lookup" "c" {
  name       = "c"
  depends_on = [test_thing.c]
}
