// SPDX-License-Identifier: MPL-2.0
#include "tests/app/states/state_rows.h"

#include "tests/app/states/state_of_kinds.h"

namespace planlens::testing {

namespace {

const char* const ofAllKinds = R"(
variable "v" {
  type        = object({ a = optional(string, "x"), b = list(number) })
  default     = null
  description = "d"
  sensitive   = true
}
variable "w" {}
variable "dep" {
  default    = 1
  deprecated = "old"
  ephemeral  = true
}
provider "terraform" {
  alias = "west"
}
resource "terraform_data" "a" {
  count      = 2
  input      = var.w
  provider   = terraform.west
  depends_on = [terraform_data.b]
  provisioner "local-exec" {
    command = "true ${self.id}"
  }
}
resource "terraform_data" "b" {
  for_each         = toset(["x"])
  triggers_replace = { a = [1, each.key, var.w] }
}
data "terraform_remote_state" "r" {
  backend = "local"
}
module "m" {
  source = "./m"
  count  = 1
  x      = terraform_data.a[0].id
}
output "o" {
  value       = module.m[0].o
  description = "out"
  sensitive   = true
  depends_on  = [terraform_data.b]
}
)";
const char* const calledModule =
    "variable \"x\" {\n  type = string\n}\noutput \"o\" {\n  value = var.x\n}\nresource \"terraform_data\" \"in\" "
    "{\n}\n";
const char* const installedModules =
    "{\"Modules\":[{\"Key\":\"\",\"Source\":\"\",\"Dir\":\".\"},{\"Key\":\"m\",\"Source\":\"./m\",\"Dir\":\"m\"}]}";

const char* const invalid = "resource \"terraform_data\" {\n";

} // namespace

std::vector<StateRow> rowsOfConfigurations() {
    std::vector<StateRow> rows;
    const auto add = [&](const char* name, const std::vector<QStringList>& commands) {
        rows.push_back({name,
                        commands,
                        {},
                        {},
                        {{"main.tf", "resource \"terraform_data\" \"a\" {\n}\n"}, {"terraform.tfstate", {}}}});
    };
    rows.push_back({"show the configuration",
                    {{"show", "-json", "-config"},
                     {"show", "-json", "-module=."},
                     {"show", "-json", "-module=m"},
                     {"show", "-json", "-module=none"},
                     {"show", "-json", "-module=", "-config=false"}},
                    {},
                    {},
                    {{"main.tf", ofAllKinds},
                     {"terraform.tfstate", {}},
                     {"m/m.tf", calledModule},
                     {".terraform/modules/modules.json", installedModules}}});
    rows.push_back({"show a module that calls one that is not installed",
                    {{"show", "-json", "-module=."}, {"show", "-json", "-config"}},
                    {},
                    {},
                    {{"main.tf", "module \"r\" {\n  source = \"a/b/c\"\n  version = \"~> 1.0, 1.2\"\n  depends_on = "
                                 "[module.l]\n}\nmodule \"l\" {\n  source = \"./none\"\n  count = 2\n  x = 1\n}\n"},
                     {"terraform.tfstate", {}}}});
    rows.push_back(
        {"show an invalid module",
         {{"show", "-json", "-module=m"}, {"show", "-json", "-config"}},
         {},
         {},
         {{"main.tf", invalid}, {"m/m.tf", "variable \"x\" {\n  default = nope()\n}\n"}, {"terraform.tfstate", {}}}});
    rows.push_back({"show no configuration",
                    {{"show", "-json", "-config"}, {"show", "-json", "-module=."}},
                    {},
                    {},
                    {{"main.tf", {}}, {"terraform.tfstate", {}}}});
    add("show a configuration as text",
        {{"show", "-config"}, {"show", "-module=."}, {"show", "-config", "-json-into=shown"}});
    add("show a configuration and others", {{"show", "-json", "-config", "-state"},
                                            {"show", "-json", "-config", "x"},
                                            {"show", "-json", "-module=m", "-plan=x"}});
    rows.push_back({"graph of a missing plan with an invalid configuration",
                    {{"graph", "-plan=none"}},
                    {},
                    {},
                    {{"main.tf", invalid}, {"terraform.tfstate", {}}}});
    rows.push_back({"graph of a missing plan with warnings",
                    {{"graph", "-plan=none"}, {"graph", "-plan=none", "-type=plan"}},
                    {},
                    {},
                    {{"main.tf", "removed {\n  from = terraform_data.x\n}\n"}, {"terraform.tfstate", {}}}});
    return rows;
}

} // namespace planlens::testing
