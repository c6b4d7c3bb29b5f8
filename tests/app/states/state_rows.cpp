// SPDX-License-Identifier: MPL-2.0
#include "tests/app/states/state_rows.h"

#include "tests/app/states/state_of_kinds.h"

namespace planlens::testing {

namespace {

const char* const broken = "resource \"terraform_data\" {\n";
const char* const moduleMissing = "module \"m\" {\n  source = \"./m\"\n}\n";

} // namespace

std::vector<StateRow> rowsOfRemoving() {
    return {
        {"rm instance", {{"state", "rm", "terraform_data.a"}, {"state", "list"}}},
        {"rm with warnings", {{"state", "rm", "terraform_data.a"}}, {}, {}, {{"main.tf", warned}}},
        {"rm alias", {{"state", "remove", "terraform_data.a"}}},
        {"rm key", {{"state", "rm", "terraform_data.each[\"y y\"]"}, {"state", "list"}}},
        {"rm counted resource", {{"state", "rm", "terraform_data.b"}, {"state", "list"}}},
        {"rm module", {{"state", "rm", "module.m"}, {"state", "list"}}},
        {"rm module instance", {{"state", "rm", "module.k[1]"}, {"state", "list"}}},
        {"rm modules of a call", {{"state", "rm", "module.k"}}},
        {"rm data", {{"state", "rm", "data.null_data_source.q"}}},
        {"rm deposed", {{"state", "rm", "terraform_data.d"}}},
        {"rm several", {{"state", "rm", "module.m", "terraform_data.b[1]", "terraform_data.a"}}},
        {"rm one that is missing", {{"state", "rm", "terraform_data.none", "terraform_data.a"}}},
        {"rm missing", {{"state", "rm", "terraform_data.none"}}},
        {"rm missing instance", {{"state", "rm", "terraform_data.b[7]"}}},
        {"rm no address", {{"state", "rm", "terraform_data.a", "nonsense["}}},
        {"rm bad address", {{"state", "rm", "terraform_data"}}},
        {"rm without arguments", {{"state", "rm"}}},
        {"rm unknown option", {{"state", "rm", "-nonsense", "terraform_data.a"}}},
        {"rm dry run", {{"state", "rm", "-dry-run", "terraform_data.b", "module.m"}}},
        {"rm dry run of missing", {{"state", "rm", "-dry-run", "terraform_data.none"}}},
        {"rm without lock", {{"state", "rm", "-lock=false", "terraform_data.a"}}},
        {"rm with timeout", {{"state", "rm", "-lock-timeout=1s", "-ignore-remote-version", "terraform_data.a"}}},
        {"rm with wrong timeout", {{"state", "rm", "-lock-timeout=soon", "terraform_data.a"}}},
        {"rm backup", {{"state", "rm", "-backup=kept", "terraform_data.a"}}},
        {"rm backup of no name", {{"state", "rm", "-backup=-", "terraform_data.a"}}},
        {"rm of a file",
         {{"state", "rm", "-state=other.tfstate", "terraform_data.a"}},
         {},
         {},
         {{"other.tfstate", stateOfKinds()}}},
        {"rm of no file", {{"state", "rm", "-state=none.tfstate", "terraform_data.a"}}},
        {"rm json", {{"state", "rm", "-json", "terraform_data.b"}}},
        {"rm json dry run", {{"state", "rm", "-json", "-dry-run", "terraform_data.none"}}},
        {"rm json missing", {{"state", "rm", "-json", "terraform_data.none"}}},
        {"rm json without arguments", {{"state", "rm", "-json"}}},
        {"rm json into", {{"state", "rm", "-json-into=events", "terraform_data.b"}}},
        {"rm json and json into", {{"state", "rm", "-json", "-json-into=events", "terraform_data.b"}}},
        {"rm without state", {{"state", "rm", "terraform_data.a"}}, {}, {}, {{"terraform.tfstate", {}}}},
        {"rm of a damaged state",
         {{"state", "rm", "terraform_data.a"}},
         {},
         {},
         {{"terraform.tfstate", "{\"version\":4"}}},
        {"rm with wrong configuration", {{"state", "rm", "terraform_data.a"}}, {}, {}, {{"main.tf", broken}}},
        {"rm with a missing module", {{"state", "rm", "terraform_data.a"}}, {}, {}, {{"main.tf", moduleMissing}}},
        {"rm in a workspace", {{"state", "rm", "terraform_data.a"}}, {}, {{"TF_WORKSPACE", "blue"}}},
    };
}

std::vector<StateRow> rowsOfMoving() {
    const QStringList list{"state", "list"};
    const auto mv = [](const QStringList& words) { return QStringList{"state", "mv"} + words; };
    return {
        {"mv rename", {mv({"terraform_data.a", "terraform_data.new"}), list}},
        {"mv with warnings", {mv({"terraform_data.a", "terraform_data.new"})}, {}, {}, {{"main.tf", warned}}},
        {"mv alias", {{"state", "move", "terraform_data.a", "terraform_data.new"}}},
        {"mv to an index", {mv({"terraform_data.a", "terraform_data.b[2]"}), list}},
        {"mv from an index", {mv({"terraform_data.b[0]", "terraform_data.single"}), list}},
        {"mv to a key", {mv({"terraform_data.a", "terraform_data.fresh[\"k\"]"}), list}},
        {"mv counted resource", {mv({"terraform_data.b", "terraform_data.c"}), list}},
        {"mv counted resource to an instance", {mv({"terraform_data.b", "terraform_data.c[0]"})}},
        {"mv into a module", {mv({"terraform_data.a", "module.m.terraform_data.a"}), list}},
        {"mv out of a module", {mv({"module.m.terraform_data.in", "terraform_data.out"}), list}},
        {"mv into a new module", {mv({"terraform_data.b", "module.fresh[\"x\"].terraform_data.b"}), list}},
        {"mv module", {mv({"module.m", "module.other"}), list}, {}, {}, {}, true},
        {"mv module to an instance", {mv({"module.m", "module.m2[0]"}), list}, {}, {}, {}, true},
        {"mv inner module", {mv({"module.m.module.n", "module.flat"}), list}},
        {"mv module without its key", {mv({"module.k", "module.k2"})}},
        {"mv module instance", {mv({"module.k[0]", "module.k[5]"}), list}},
        {"mv module to an existing one", {mv({"module.k[0]", "module.k[1]"})}},
        {"mv module to a resource", {mv({"module.k[0]", "terraform_data.k"})}},
        {"mv resource to a module", {mv({"terraform_data.a", "module.x"})}},
        {"mv counted resource to a module", {mv({"terraform_data.b", "module.x"})}},
        {"mv to an existing instance", {mv({"terraform_data.a", "terraform_data.t"})}},
        {"mv to an existing resource", {mv({"terraform_data.b", "terraform_data.each"})}},
        {"mv to itself", {mv({"terraform_data.a", "terraform_data.a"})}},
        {"mv to another type", {mv({"terraform_data.a", "null_resource.a"})}},
        {"mv to another mode", {mv({"terraform_data.a", "data.terraform_data.a"})}},
        {"mv data", {mv({"data.null_data_source.q", "data.null_data_source.r"}), list}},
        {"mv data to managed", {mv({"data.null_data_source.q", "null_data_source.r"})}},
        {"mv ephemeral", {mv({"terraform_data.a", "ephemeral.terraform_data.a"})}},
        {"mv missing", {mv({"terraform_data.none", "terraform_data.x"})}},
        {"mv missing instance", {mv({"terraform_data.b[9]", "terraform_data.x"})}},
        {"mv missing module", {mv({"module.none", "module.x"})}},
        {"mv deposed", {mv({"terraform_data.d", "terraform_data.d2"}), list}},
        {"mv tainted", {mv({"terraform_data.t", "terraform_data.t2"})}},
        {"mv other provider", {mv({"null_resource.n", "null_resource.m"})}},
        {"mv no addresses", {mv({"a[", "b"})}},
        {"mv without arguments", {mv({})}},
        {"mv with three arguments", {mv({"a.b", "c.d", "e.f"})}},
        {"mv dry run", {mv({"-dry-run", "terraform_data.a", "terraform_data.new"})}},
        {"mv dry run of a module", {mv({"-dry-run", "module.m", "module.other"})}, {}, {}, {}, true},
        {"mv json", {mv({"-json", "terraform_data.a", "terraform_data.new"})}},
        {"mv json into", {mv({"-json-into=events", "terraform_data.a", "terraform_data.t"})}},
        {"mv to a new state", {mv({"-state-out=out.tfstate", "terraform_data.b", "terraform_data.c"})}},
        {"mv to another state",
         {mv({"-state-out=out.tfstate", "-backup-out=kept-out", "-backup=kept", "-state=terraform.tfstate", "module.m",
              "module.moved"})},
         {},
         {},
         {{"out.tfstate", stateOfKinds()}},
         true},
        {"mv to an existing instance of another state",
         {mv({"-state-out=out.tfstate", "terraform_data.a", "terraform_data.a"})},
         {},
         {},
         {{"out.tfstate", stateOfKinds()}}},
        {"mv backup", {mv({"-backup=kept", "terraform_data.a", "terraform_data.new"})}},
        {"mv without lock", {mv({"-lock=false", "terraform_data.a", "terraform_data.new"})}},
        {"mv without state", {mv({"terraform_data.a", "terraform_data.new"})}, {}, {}, {{"terraform.tfstate", {}}}},
    };
}

std::vector<StateRow> rowsOfProviders() {
    const auto replace = [](const QStringList& words) { return QStringList{"state", "replace-provider"} + words; };
    return {
        {"replace-provider approved",
         {replace({"-auto-approve", "hashicorp/null", "example.com/acme/null"})},
         {},
         {},
         {},
         true},
        {"providers without configuration", {{"providers"}}, {}, {}, {{"main.tf", {}}}},
        {"replace-provider yes", {replace({"hashicorp/null", "acme/null"})}, "yes\n", {}, {}, true},
        {"replace-provider no", {replace({"hashicorp/null", "acme/null"})}, "no\n", {}, {}, true},
        {"replace-provider at the end of the input", {replace({"hashicorp/null", "acme/null"})}, {}, {}, {}, true},
        {"replace-provider of none", {replace({"-auto-approve", "hashicorp/aws", "acme/aws"})}},
        {"replace-provider of wrong sources", {replace({"-auto-approve", "a/b/c/d", "!"})}},
        {"replace-provider with one argument", {replace({"hashicorp/null"})}},
        {"replace-provider unknown option", {replace({"-nonsense", "hashicorp/null", "acme/null"})}},
        {"replace-provider json",
         {replace({"-json", "-auto-approve", "terraform.io/builtin/terraform", "acme/x"})},
         {},
         {},
         {},
         true},
        {"replace-provider json without approval", {replace({"-json", "hashicorp/null", "acme/null"})}},
        {"replace-provider backup",
         {replace({"-backup=kept", "-auto-approve", "hashicorp/null", "acme/null"})},
         {},
         {},
         {},
         true},
        {"replace-provider without state",
         {replace({"-auto-approve", "hashicorp/null", "acme/null"})},
         {},
         {},
         {{"terraform.tfstate", {}}}},
    };
}

std::vector<StateRow> rowsOfTainting() {
    std::vector<StateRow> rows;
    const auto add = [&](const char* name, const QStringList& words, const std::map<QString, QByteArray>& files = {}) {
        rows.push_back({name, {words}, {}, {}, files});
    };
    add("taint", {"taint", "terraform_data.a"});
    add("taint instance", {"taint", "terraform_data.b[1]"});
    add("taint in a module", {"taint", "module.m.terraform_data.in"});
    add("taint tainted", {"taint", "terraform_data.t"});
    add("taint missing", {"taint", "terraform_data.none"});
    add("taint counted resource", {"taint", "terraform_data.b"});
    add("taint allowed to miss", {"taint", "-allow-missing", "terraform_data.none"});
    add("taint deposed", {"taint", "terraform_data.d"});
    add("taint data", {"taint", "data.null_data_source.q"});
    add("taint no address", {"taint", "module.m"});
    add("taint bad address", {"taint", "x["});
    add("taint without arguments", {"taint"});
    add("taint two", {"taint", "terraform_data.a", "terraform_data.t"});
    add("taint unknown option", {"taint", "-nonsense", "terraform_data.a"});
    add("taint json", {"taint", "-json", "terraform_data.a"});
    add("taint json missing", {"taint", "-json", "-allow-missing", "terraform_data.none"});
    add("taint json into", {"taint", "-json-into=events", "terraform_data.a"});
    add("taint backup", {"taint", "-backup=kept", "terraform_data.a"});
    add("taint without backup", {"taint", "-backup=-", "terraform_data.a"});
    add("taint state-out", {"taint", "-state-out=out.tfstate", "terraform_data.a"});
    add("taint state", {"taint", "-state=other.tfstate", "terraform_data.a"}, {{"other.tfstate", stateOfKinds()}});
    add("taint without lock", {"taint", "-lock=false", "terraform_data.a"});
    add("taint without state", {"taint", "terraform_data.a"}, {{"terraform.tfstate", {}}});
    add("taint without state, allowed", {"taint", "-allow-missing", "terraform_data.a"}, {{"terraform.tfstate", {}}});
    add("taint with wrong configuration", {"taint", "terraform_data.a"}, {{"main.tf", broken}});
    add("taint with a missing module", {"taint", "terraform_data.a"}, {{"main.tf", moduleMissing}});
    add("untaint", {"untaint", "terraform_data.t"});
    add("untaint not tainted", {"untaint", "terraform_data.a"});
    add("untaint missing", {"untaint", "terraform_data.none"});
    add("untaint allowed to miss", {"untaint", "-allow-missing", "terraform_data.none"});
    add("untaint data", {"untaint", "data.null_data_source.q"});
    add("untaint without arguments", {"untaint"});
    add("untaint json", {"untaint", "-json", "terraform_data.t"});
    add("untaint without state", {"untaint", "terraform_data.a"}, {{"terraform.tfstate", {}}});
    add("taint with warnings", {"taint", "terraform_data.a"}, {{"main.tf", warned}});
    add("untaint with warnings", {"untaint", "terraform_data.t"}, {{"main.tf", warned}});
    add("untaint with a missing module", {"untaint", "terraform_data.t"}, {{"main.tf", moduleMissing}});
    return rows;
}

std::vector<StateRow> rowsOfPulling() {
    const QByteArray state = stateOfKinds();
    const auto changed = [&](const QByteArray& from, const QByteArray& to) {
        return QByteArray(state).replace(from, to);
    };
    const auto push = [](const QStringList& words) { return QStringList{"state", "push"} + words; };
    const QByteArray newer = changed("\"serial\":7", "\"serial\":9").replace("\"name\":\"a\"", "\"name\":\"pushed\""),
                     older = changed("\"serial\":7", "\"serial\":3"), other = changed("8a4e6b52", "00000000"),
                     same = changed("\"name\":\"a\"", "\"name\":\"pushed\"");
    return {
        {"pull", {{"state", "pull"}}},
        {"pull without state", {{"state", "pull"}}, {}, {}, {{"terraform.tfstate", {}}}},
        {"pull with an argument", {{"state", "pull", "x"}}},
        {"pull json", {{"state", "pull", "-json"}}},
        {"pull of a damaged state", {{"state", "pull"}}, {}, {}, {{"terraform.tfstate", "{\"version\":4"}}},
        {"pull with wrong configuration", {{"state", "pull"}}, {}, {}, {{"main.tf", broken}}},
        {"push newer", {push({"given"})}, {}, {}, {{"given", newer}}},
        {"push standard input", {push({"-"})}, newer},
        {"push older", {push({"given"})}, {}, {}, {{"given", older}}},
        {"push older by force", {push({"-force", "given"})}, {}, {}, {{"given", older}}, false, true},
        {"push other lineage", {push({"given"})}, {}, {}, {{"given", other}}},
        {"push other lineage by force", {push({"-force", "given"})}, {}, {}, {{"given", other}}, false, true},
        {"push other content", {push({"given"})}, {}, {}, {{"given", same}}},
        {"push other content by force", {push({"-force", "given"})}, {}, {}, {{"given", same}}},
        {"push the same", {push({"given"})}, {}, {}, {{"given", state}}},
        {"push without lineage",
         {push({"given"})},
         {},
         {},
         {{"given", changed("\"lineage\":\"8a4e6b52-0c5e-4b0b-8f3e-1d2c3b4a5f60\"", "\"lineage\":\"\"")}},
         false,
         true},
        {"push to no state", {push({"given"})}, {}, {}, {{"given", newer}, {"terraform.tfstate", {}}}},
        {"push nothing", {push({"-"})}},
        {"push no state", {push({"given"})}, {}, {}, {{"given", "nonsense"}}},
        {"push of no file", {push({"none"})}},
        {"push without arguments", {push({})}},
        {"push without lock", {push({"-lock=false", "given"})}, {}, {}, {{"given", newer}}},
        {"push json", {push({"-json", "given"})}, {}, {}, {{"given", older}}},
    };
}

std::vector<StateRow> rowsOfWorkspaces() {
    const auto workspace = [](const QStringList& words) { return QStringList{"workspace"} + words; };
    const QStringList list{"workspace", "list"}, show{"workspace", "show"};
    // Without an entry for the workspace "default".
    const QByteArray byWorkspace = "locals {\n  sizes = { staging = \"1\", production = \"2\" }\n}\n"
                                   "output \"size\" {\n  value = local.sizes[terraform.workspace]\n}\n";
    const Environment staging{{"TF_WORKSPACE", "staging"}};
    const std::map<QString, QByteArray> sizes{{"main.tf", byWorkspace}, {"terraform.tfstate", {}}};
    return {
        {"validate by workspace", {{"validate"}}, {}, staging, sizes},
        {"validate by missing workspace", {{"validate"}}, {}, {{"TF_WORKSPACE", "other"}}, sizes},
        {"apply by workspace", {{"apply", "-auto-approve"}}, {}, staging, sizes},
        {"apply by selected workspace", {workspace({"new", "staging"}), {"apply", "-auto-approve"}}, {}, {}, sizes},
        {"workspace list", {list}},
        {"workspace new", {workspace({"new", "blue"}), list, show}},
        {"workspace new twice", {workspace({"new", "blue"}), workspace({"new", "blue"})}},
        {"workspace new default", {workspace({"new", "default"})}},
        {"workspace new of a wrong name", {workspace({"new", "a/b"})}},
        {"workspace new without arguments", {workspace({"new"})}},
        {"workspace new json", {workspace({"new", "-json", "blue"}), workspace({"new", "-json", "blue"})}},
        {"workspace new of a wrong name json", {workspace({"new", "-json", "a b"})}},
        {"workspace new, overridden", {workspace({"new", "red"})}, {}, {{"TF_WORKSPACE", "blue"}}},
        {"workspace new, overridden by itself", {workspace({"new", "blue"}), list}, {}, {{"TF_WORKSPACE", "blue"}}},
        {"workspace new, overridden json", {workspace({"new", "-json", "red"})}, {}, {{"TF_WORKSPACE", "blue"}}},
        {"workspace select", {workspace({"new", "blue"}), workspace({"select", "default"}), list}},
        {"workspace select the selected one", {workspace({"select", "default"}), list}},
        {"workspace select missing", {workspace({"select", "none"}), workspace({"select", "-json", "none"})}},
        {"workspace select or create", {workspace({"select", "-or-create", "blue"}), list}},
        {"workspace select or create json", {workspace({"select", "-or-create=true", "-json", "blue"})}},
        {"workspace select of a wrong name", {workspace({"select", "a b"})}},
        {"workspace select json", {workspace({"new", "blue"}), workspace({"select", "-json", "default"})}},
        {"workspace select, overridden", {workspace({"select", "default"})}, {}, {{"TF_WORKSPACE", "blue"}}},
        {"workspace list, overridden", {list, workspace({"list", "-json"})}, {}, {{"TF_WORKSPACE", "blue"}}},
        {"workspace list json", {workspace({"new", "blue"}), workspace({"list", "-json"})}},
        {"workspace list json into", {workspace({"list", "-json-into=events"})}},
        {"workspace list with an argument", {workspace({"list", "x"})}},
        {"workspace list with wrong configuration", {list}, {}, {}, {{"main.tf", broken}}},
        {"workspace list with a missing module", {list}, {}, {}, {{"main.tf", moduleMissing}}},
        {"workspace delete",
         {workspace({"new", "blue"}), workspace({"select", "default"}), workspace({"delete", "blue"}), list}},
        {"workspace delete the selected one", {workspace({"new", "blue"}), workspace({"delete", "blue"})}},
        {"workspace delete the selected one json",
         {workspace({"new", "blue"}), workspace({"delete", "-json", "blue"})}},
        {"workspace delete missing", {workspace({"delete", "none"})}},
        {"workspace delete default", {workspace({"new", "blue"}), workspace({"delete", "-force", "default"})}},
        {"workspace delete with objects",
         {workspace({"delete", "blue"}), workspace({"delete", "-force", "blue"}), list},
         {},
         {},
         {{"terraform.tfstate.d/blue/terraform.tfstate", stateOfKinds()}}},
        {"workspace delete with objects json",
         {workspace({"delete", "-json", "blue"}), workspace({"delete", "-json", "-force", "blue"})},
         {},
         {},
         {{"terraform.tfstate.d/blue/terraform.tfstate", stateOfKinds()}}},
        {"workspace delete without lock",
         {workspace({"new", "blue"}), workspace({"select", "default"}), workspace({"delete", "-lock=false", "blue"})}},
        {"workspace delete without arguments", {workspace({"delete"})}},
    };
}

namespace {

const QByteArray configuration =
    "resource \"terraform_data\" \"a\" {\n  input = \"new\"\n}\noutput \"o\" {\n  value = \"x\"\n}\n";

} // namespace

std::vector<StateRow> rowsOfShowing() {
    std::vector<StateRow> rows;
    const auto add = [&](const char* name, const std::vector<QStringList>& commands,
                         const QByteArray& state = stateOfOne) {
        rows.push_back({name, commands, {}, {}, {{"main.tf", configuration}, {"terraform.tfstate", state}}});
    };
    add("show the state", {{"show", "-state"}, {"show", "-json", "-state"}});
    add("show the state and an argument", {{"show", "-state", "x"}, {"show", "-plan=x", "x"}});
    add("show a state and a plan", {{"show", "-state", "-plan=x"}});
    add("show json into", {{"show", "-json-into=shown"}});
    add("show json and json into", {{"show", "-json", "-json-into=shown"}});
    add("show no state json into", {{"show", "-json-into=shown"}}, {});
    add("state show json into", {{"state", "show", "-json-into=shown", "terraform_data.a"}});
    add("state list json into", {{"state", "list", "-json-into=events"}});
    add("output json into", {{"output", "-json-into=outputs"}, {"output", "-raw", "-json-into=output", "o"}},
        QByteArray(stateOfOne).replace("\"outputs\":{}", "\"outputs\":{\"o\":{\"value\":\"x\",\"type\":\"string\"}}"));
    add("validate json into", {{"validate", "-json-into=problems"}, {"validate", "-json", "-json-into=problems"}});
    add("plan json into nowhere", {{"plan", "-json-into=none/events"}});
    add("plan json and json into", {{"plan", "-json", "-json-into=events"}});
    const auto addShown = [&](const char* name, const QByteArray& before, const QByteArray& after) {
        add(name, {{"show"}, {"show", "-json"}, {"state", "show", "terraform_data.a"}},
            QByteArray(stateOfOne).replace(before, after));
    };
    addShown("show another schema version", "\"schema_version\":0", "\"schema_version\":3");
    addShown("show an unsupported attribute", "\"input\":null", "\"bogus\":1,\"input\":null");
    addShown("show a wrong type", "\"id\":\"a\"", "\"id\":[1]");
    add("show an unknown type", {{"show"}, {"show", "-json"}, {"state", "show", "terraform_gone.a"}},
        QByteArray(stateOfOne).replace("\"terraform_data\"", "\"terraform_gone\""));
    add("show a resource without instances", {{"show"}},
        QByteArray(stateOfOne).left(QByteArray(stateOfOne).indexOf("\"instances\"")) + "\"instances\":[]}]}");
    add("show a list as state", {{"show"}, {"show", "terraform.tfstate"}}, "[]");
    add("show null as state", {{"show"}}, "null");
    add("show a state with wrong private data", {{"show"}},
        QByteArray(stateOfOne).replace("\"schema_version\":0", "\"private\":\"AA!\",\"schema_version\":0"));
    add("plan with a negative parallelism", {{"plan", "-parallelism=-1"}, {"plan", "-json", "-parallelism=-5"}});
    rows.push_back(
        {"import block of another provider configuration",
         {{"graph"}, {"providers"}, {"validate"}, {"plan"}, {"refresh"}, {"state", "show", "terraform_data.a"}},
         {},
         {},
         {{"main.tf", "provider \"terraform\" {\n  alias = \"west\"\n}\nresource \"terraform_data\" \"a\" {\n}\nimport "
                      "{\n  to = terraform_data.a\n  id = \"x\"\n  provider = terraform.west\n}\n"}}});
    add("workspace show with an argument", {{"workspace", "show", "x"}});
    return rows;
}

std::vector<StateRow> rowsOfRefreshing() {
    std::vector<StateRow> rows;
    const auto add = [&](const char* name, const QStringList& command, const QByteArray& before,
                         const QByteArray& text) {
        rows.push_back({name, {command}, {}, {}, {{"main.tf", text}, {"terraform.tfstate", before}}});
    };
    add("refresh", {"refresh"}, stateOfOne, configuration);
    add("refresh json", {"refresh", "-json"}, stateOfOne, configuration);
    add("refresh json into", {"refresh", "-json-into=events"}, stateOfOne, configuration);
    add("refresh concise", {"refresh", "-concise"}, stateOfOne, configuration);
    add("refresh a target", {"refresh", "-target=terraform_data.a"}, stateOfOne, configuration);
    add("refresh to a state", {"refresh", "-state-out=out.tfstate"}, stateOfOne, configuration);
    add("refresh without lock", {"refresh", "-lock=false"}, stateOfOne, configuration);
    add("refresh without state", {"refresh"}, {}, configuration);
    add("refresh without configuration", {"refresh"}, {}, "terraform {\n}\n");
    add("refresh with wrong configuration", {"refresh"}, stateOfOne, broken);
    add("refresh with warnings", {"refresh"}, stateOfOne, warned);
    add("refresh with an argument", {"refresh", "x"}, stateOfOne, configuration);
    add("refresh with two modes", {"refresh", "-destroy", "-refresh-only"}, stateOfOne, configuration);
    add("refresh unknown option", {"refresh", "-nonsense"}, stateOfOne, configuration);
    add("apply with a deposed object", {"apply", "-auto-approve"},
        QByteArray(stateOfOne).replace("{\"schema_version\":0", "{\"deposed\":\"0badcafe\",\"schema_version\":0"),
        "terraform {\n}\n");
    const QByteArray unsuited = "variable \"v\" {\n  type    = number\n  default = 1\n  validation {\n"
                                "    condition     = var.v > 1\n    error_message = \"too small\"\n  }\n}\n";
    add("apply whose plan fails", {"apply", "-auto-approve"}, {}, unsuited);
    add("apply json whose plan fails", {"apply", "-auto-approve", "-json"}, {}, unsuited);
    const auto enabled = [](const QByteArray& expression) {
        return "variable \"s\" {\n  default = \"x\"\n}\nresource \"terraform_data\" \"a\" {\n  lifecycle {\n"
               "    enabled = " +
               expression + "\n  }\n}\n";
    };
    add("plan with a wrong enabled", {"plan"}, {}, enabled("tonumber(var.s)"));
    add("plan with an undeclared enabled", {"plan"}, {}, enabled("var.none"));
    add("plan with an attribute of text as enabled", {"plan"}, {}, enabled("terraform_data.a.id.x"));
    const auto source = [](const QByteArray& expression) {
        return "variable \"s\" {\n  default = \"x\"\n}\nmodule \"m\" {\n  source = " + expression + "\n}\n";
    };
    add("plan with a wrong module source", {"plan"}, {}, source("tonumber(var.s)"));
    const QByteArray kept = "data \"terraform_remote_state\" \"r\" {\n  backend = \"local\"\n"
                            "  config  = { path = \"none\" }\n}\nresource \"terraform_data\" \"a\" {\n"
                            "  lifecycle {\n    prevent_destroy = data.terraform_remote_state.r.outputs.x\n  }\n}\n";
    const QByteArray noValue = "output \"o\" {\n  value      = null\n  deprecated = \"use p\"\n}\n";
    add("apply a deprecated output without a value", {"apply", "-auto-approve"}, {}, noValue);
    add("plan to destroy what unread data protects", {"plan", "-destroy", "-refresh=false"}, stateOfOne, kept);
    return rows;
}

} // namespace planlens::testing
