// SPDX-License-Identifier: MPL-2.0
#include "core/configs/terraform_syntax.h"

#include "core/diags/terraform_only.h"

#include <algorithm>
#include <iterator>

namespace planlens::configs {

namespace {

using enum TerraformContext;

struct Construct {
    TerraformContext context;
    std::string_view name, description, since;
};

constexpr Construct constructs[] = {
    {File, "action", "actions", "1.14"},
    {Lifecycle, "action_trigger", "actions", "1.14"},
    {File, "list", "queries", "1.14"},
    {File, "component", "stacks", "1.13"},
    {File, "deployment", "stacks", "1.13"},
    {File, "deployment_auto_approve", "stacks", "1.13"},
    {File, "deployment_group", "stacks", "1.13"},
    {File, "identity_token", "stacks", "1.13"},
    {File, "orchestrate", "stacks", "1.13"},
    {File, "publish_output", "stacks", "1.13"},
    {File, "stack", "stacks", "1.13"},
    {File, "store", "stacks", "1.13"},
    {File, "upstream_input", "stacks", "1.13"},
    {File, "policy", "policies", "1.16"},
    {File, "policy_set", "policies", "1.16"},
    {Terraform, "state_store", "state stores of providers", "1.15"},
    {Output, "type", "types of outputs", "1.15"},
    {ModuleCall, "ignore_nested_deprecations", "the argument \"ignore_nested_deprecations\"", "1.15"},
    {Removed, "connection", "connections in \"removed\" blocks", "1.9"},
    {TerraformData, "store", "the block \"store\" of terraform_data", "1.16"},
    {TestFile, "test", "the block \"test\" of test files", "1.12"},
    {TestFile, "variable", "variable declarations in test files", "1.13"},
    {Run, "parallel", "parallel runs of tests", "1.12"},
    {Run, "state_key", "the argument \"state_key\" of test runs", "1.11"},
    {Run, "skip_cleanup", "the argument \"skip_cleanup\" of test runs", "1.13"},
    {Run, "backend", "backends of test runs", "1.13"},
    {MockProvider, "source", "files of mock data", "1.7"},
    {MockProvider, "override_during", "the argument \"override_during\"", "1.11"},
    {Mock, "override_during", "the argument \"override_during\"", "1.11"},
    {Override, "override_during", "the argument \"override_during\"", "1.11"},
};

struct NamedFile {
    std::string_view ending;
    TerraformFile file;
};
constexpr NamedFile files[] = {
    {".tfquery.hcl", {"queries", "1.14"}},          {".tfquery.json", {"queries", "1.14"}},
    {".tfquery.hcl.json", {"queries", "1.14"}},     {".tfstack.hcl", {"stacks", "1.13"}},
    {".tfstack.json", {"stacks", "1.13"}},          {".tfcomponent.hcl", {"stacks", "1.13"}},
    {".tfcomponent.json", {"stacks", "1.13"}},      {".tfdeploy.hcl", {"stacks", "1.13"}},
    {".tfdeploy.json", {"stacks", "1.13"}},         {".tfpolicy.hcl", {"policies", "1.16"}},
    {".tfmock.hcl", {"mock data of tests", "1.7"}}, {".tfmock.json", {"mock data of tests", "1.7"}},
};

bool isTestContext(TerraformContext context) {
    return context >= TestFile;
}

/// In JSON, and by mistake, blocks can be written as arguments.
bool isAbout(const diags::Diagnostic& diagnostic, const Construct& construct) {
    return (diagnostic.code == diags::ErrorCode::UnsupportedBlock ||
            diagnostic.code == diags::ErrorCode::UnsupportedArgument) &&
           diagnostic.codeSubject == construct.name;
}

} // namespace

void explainTerraformSyntax(diags::Diagnostics& diagnostics, TerraformContext context) {
    for (diags::Diagnostic& diagnostic : diagnostics) {
        const auto found = std::find_if(std::begin(constructs), std::end(constructs), [&](const Construct& construct) {
            return construct.context == context && isAbout(diagnostic, construct);
        });
        if (found != std::end(constructs))
            diagnostic.detail += isTestContext(context) ? diags::terraformTestsOnly(found->description, found->since)
                                                        : diags::terraformOnly(found->description, found->since);
    }
}

std::optional<TerraformFile> terraformFile(std::string_view name) {
    for (const NamedFile& file : files)
        if (name.ends_with(file.ending))
            return file.file;
    return {};
}

} // namespace planlens::configs
