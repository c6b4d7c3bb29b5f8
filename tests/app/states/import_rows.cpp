// SPDX-License-Identifier: MPL-2.0
#include "tests/app/states/state_rows.h"

#include "tests/app/states/state_of_kinds.h"

namespace planlens::testing {

namespace {

/// Moves, removes and imports other objects, and has a condition that the imported object does not meet.
const char* const refactored =
    "resource \"terraform_data\" \"n\" {\n}\nresource \"terraform_data\" \"b\" {\n  lifecycle {\n    postcondition {\n "
    "  "
    "   condition = self.id == \"other\"\n      error_message = \"Other id.\"\n    }\n  }\n}\nmoved {\n  from = "
    "terraform_data.a\n  to = terraform_data.n\n}\nremoved {\n  from = terraform_data.c\n  lifecycle {\n    destroy = "
    "false\n  }\n}\nimport {\n  to = terraform_data.n\n  id = \"block\"\n}\n";
/// References to objects that do not exist yet: single ones are unknown, repeated ones have an unknown type.
const char* const besideMissing =
    "resource \"terraform_data\" \"n\" {\n}\nresource \"terraform_data\" \"one\" {\n}\nresource \"terraform_data\" "
    "\"many\" {\n  count = 2\n}\nresource \"terraform_data\" \"none\" {\n  count = 0\n}\nresource \"terraform_data\" "
    "\"two\" {\n  count = length(flatten([terraform_data.one.id]))\n}\noutput \"none\" {\n  value = "
    "length(terraform_data.none)\n}\noutput \"many\" {\n  value = length(terraform_data.many)\n}\noutput \"one\" {\n  "
    "value = terraform_data.one.id\n}\noutput \"n\" {\n  value = terraform_data.n.id\n}\n";
/// Conditions that the imported objects, and one that does not exist, do not meet.
const char* const withConditions =
    "resource \"terraform_data\" \"n\" {\n  lifecycle {\n    precondition {\n      condition = terraform_data.m.id == "
    "\"other\"\n      error_message = \"Other id of m.\"\n    }\n    postcondition {\n      condition = self.id == "
    "\"other\"\n      error_message = \"Other id.\"\n    }\n  }\n}\nresource \"terraform_data\" \"m\" {\n  lifecycle "
    "{\n    postcondition {\n      condition = self.id == \"other\"\n      error_message = \"Other id.\"\n    }\n  "
    "}\n}\n";
/// Declares one instance of b, of which stateOfCounted has two.
const char* const besideUndeclared =
    "resource \"terraform_data\" \"n\" {\n}\nresource \"terraform_data\" \"b\" {\n  count = 1\n}\noutput \"b\" {\n  "
    "value = length(terraform_data.b)\n}\noutput \"d\" {\n  value = length(terraform_data.d)\n}\nresource "
    "\"terraform_data\" \"d\" {\n  count = 1\n}\n";
const char* const stateOfCounted =
    "{\"version\":4,\"terraform_version\":\"1.12.6\",\"serial\":7,\"lineage\":\"8a4e6b52-0c5e-4b0b-8f3e-"
    "1d2c3b4a5f60\","
    "\"outputs\":{\"gone\":{\"value\":1,\"type\":\"number\"}},\"resources\":[{\"mode\":\"managed\",\"type\":"
    "\"terraform_data\",\"name\":\"b\",\"provider\":"
    "\"provider[\\\"terraform.io/builtin/terraform\\\"]\",\"instances\":[{\"index_key\":0,\"schema_version\":0,"
    "\"attributes\":{\"id\":\"b0\",\"input\":null,\"output\":null,\"triggers_replace\":null},"
    "\"sensitive_attributes\":[]},{\"index_key\":1,\"schema_version\":0,\"attributes\":{\"id\":\"b1\",\"input\":null,"
    "\"output\":null,\"triggers_replace\":null},\"sensitive_attributes\":[]}]},{\"mode\":\"managed\",\"type\":"
    "\"terraform_data\",\"name\":\"d\",\"provider\":\"provider[\\\"terraform.io/builtin/terraform\\\"]\","
    "\"instances\":[{\"index_key\":0,\"deposed\":\"0a1b2c3d\",\"schema_version\":0,\"attributes\":{\"id\":\"d0\","
    "\"input\":null,\"output\":null,\"triggers_replace\":null},\"sensitive_attributes\":[]}]}],\"check_results\":null}";

} // namespace

std::vector<StateRow> rowsOfImporting() {
    const QByteArray configuration = "resource \"terraform_data\" \"a\" {\n}\nresource \"terraform_data\" \"c\" {\n"
                                     "  count = 2\n}\noutput \"p\" {\n  value = \"x\"\n}\n",
                     withOutput = configuration + "output \"o\" {\n  value = terraform_data.a.id\n}\n";
    std::vector<StateRow> rows{{"import",
                                {{"import", "terraform_data.a", "i-1"}, {"state", "list"}},
                                {},
                                {},
                                {{"main.tf", withOutput}, {"terraform.tfstate", {}}}}};
    const auto add = [&](const char* name, const std::vector<QStringList>& commands) {
        rows.push_back({name, commands, {}, {}, {{"main.tf", configuration}, {"terraform.tfstate", {}}}});
    };
    add("import an instance",
        {{"import", "terraform_data.c[1]", "i \"1\" ${x} %{y}"}, {"import", "terraform_data.c[0]", "i-0"}});
    add("import json", {{"import", "-json", "terraform_data.a", "i-1"}});
    add("import json into", {{"import", "-json-into=events", "terraform_data.a", "i-1"}});
    add("import to a state", {{"import", "-state-out=out.tfstate", "-lock=false", "terraform_data.a", "i-1"}});
    add("import from a directory", {{"import", "-config=.", "terraform_data.a", "i-1"}});
    add("import from no directory", {{"import", "-config=none", "terraform_data.a", "i-1"}});
    add("import without configuration",
        {{"import", "terraform_data.none", "i-1"}, {"import", "-json", "terraform_data.none", "i-1"}});
    add("import without the instance", {{"import", "terraform_data.c[7]", "i-1"}});
    add("import into a missing module", {{"import", "module.m.terraform_data.a", "i-1"}});
    add("import data", {{"import", "data.terraform_data.a", "i-1"}});
    add("import bad address", {{"import", "x[", "i-1"}});
    add("import no resource", {{"import", "module.m", "i-1"}});
    add("import without arguments", {{"import"}});
    add("import unknown option", {{"import", "-nonsense", "terraform_data.a", "i-1"}});
    rows.push_back({"import to a used address",
                    {{"import", "terraform_data.a", "i-1"}, {"state", "list"}},
                    {},
                    {},
                    {{"main.tf", configuration}, {"terraform.tfstate", stateOfOne}}});
    rows.push_back({"import beside missing objects",
                    {{"import", "terraform_data.n", "i-1"}, {"state", "list"}},
                    {},
                    {},
                    {{"main.tf", besideMissing}, {"terraform.tfstate", {}}}});
    rows.push_back({"import into a block with conditions",
                    {{"import", "terraform_data.n", "i-1"}, {"import", "terraform_data.m", "i-2"}},
                    {},
                    {},
                    {{"main.tf", withConditions}, {"terraform.tfstate", {}}}});
    rows.push_back({"import beside instances that are not declared",
                    {{"import", "terraform_data.n", "i-1"}, {"output"}},
                    {},
                    {},
                    {{"main.tf", besideUndeclared}, {"terraform.tfstate", stateOfCounted}}});
    rows.push_back({"import beside an import block without configuration",
                    {{"import", "terraform_data.a", "i-1"}},
                    {},
                    {},
                    {{"main.tf", configuration + "import {\n  to = terraform_data.none\n  id = \"x\"\n}\n"},
                     {"terraform.tfstate", {}}}});
    rows.push_back({"import with other refactoring blocks",
                    {{"import", "terraform_data.n", "i-1"}, {"state", "list"}, {"import", "terraform_data.b", "i-2"}},
                    {},
                    {},
                    {{"main.tf", refactored}, {"terraform.tfstate", stateOfOne}}});
    rows.push_back({"import beside an object without a provider",
                    {{"import", "terraform_data.n", "i-1"}},
                    {},
                    {},
                    {{"main.tf", refactored}}});
    rows.push_back({"import with warnings",
                    {{"import", "terraform_data.none", "i-1"}, {"import", "terraform_data.a", "i-1"}},
                    {},
                    {},
                    {{"main.tf", warned}, {"terraform.tfstate", {}}}});
    return rows;
}

} // namespace planlens::testing
