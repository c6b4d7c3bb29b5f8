variable "needed" {}
variable "other" {}
