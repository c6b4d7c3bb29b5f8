size     = "large"
password = "secret"
name     = "ab"
kind     = null
