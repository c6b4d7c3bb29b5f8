// SPDX-License-Identifier: MPL-2.0
#include "core/configs/terraform_syntax.h"

#include "core/diags/terraform_only.h"

#include <algorithm>
#include <iterator>

namespace planlens::configs {

namespace {

using enum TerraformContext;

enum class Form { Block, Argument };

struct Construct {
    TerraformContext context;
    Form form;
    std::string_view name, description, since;
};

constexpr Construct constructs[] = {
    {File, Form::Block, "action", "actions", "1.14"},
    {Lifecycle, Form::Block, "action_trigger", "actions", "1.14"},
    {File, Form::Block, "list", "queries", "1.14"},
    {File, Form::Block, "component", "stacks", "1.13"},
    {File, Form::Block, "deployment", "stacks", "1.13"},
    {File, Form::Block, "deployment_auto_approve", "stacks", "1.13"},
    {File, Form::Block, "deployment_group", "stacks", "1.13"},
    {File, Form::Block, "identity_token", "stacks", "1.13"},
    {File, Form::Block, "orchestrate", "stacks", "1.13"},
    {File, Form::Block, "publish_output", "stacks", "1.13"},
    {File, Form::Block, "stack", "stacks", "1.13"},
    {File, Form::Block, "store", "stacks", "1.13"},
    {File, Form::Block, "upstream_input", "stacks", "1.13"},
    {File, Form::Block, "policy", "policies", "1.16"},
    {File, Form::Block, "policy_set", "policies", "1.16"},
    {Terraform, Form::Block, "state_store", "state stores of providers", "1.15"},
    {Output, Form::Argument, "type", "types of outputs", "1.15"},
    {ModuleCall, Form::Argument, "ignore_nested_deprecations", "the argument \"ignore_nested_deprecations\"", "1.15"},
    {Removed, Form::Block, "connection", "connections in \"removed\" blocks", "1.9"},
    {TerraformData, Form::Block, "store", "the block \"store\" of terraform_data", "1.16"},
    {TestFile, Form::Block, "test", "the block \"test\" of test files", "1.12"},
    {TestFile, Form::Block, "variable", "variable declarations in test files", "1.13"},
    {Run, Form::Argument, "parallel", "parallel runs of tests", "1.12"},
    {Run, Form::Argument, "state_key", "the argument \"state_key\" of test runs", "1.11"},
    {Run, Form::Argument, "skip_cleanup", "the argument \"skip_cleanup\" of test runs", "1.13"},
    {Run, Form::Block, "backend", "backends of test runs", "1.13"},
    {MockProvider, Form::Argument, "source", "files of mock data", "1.7"},
    {MockProvider, Form::Argument, "override_during", "the argument \"override_during\"", "1.11"},
    {Mock, Form::Argument, "override_during", "the argument \"override_during\"", "1.11"},
    {Override, Form::Argument, "override_during", "the argument \"override_during\"", "1.11"},
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

bool isAbout(const diags::Diagnostic& diagnostic, const Construct& construct) {
    const auto code =
        construct.form == Form::Block ? diags::ErrorCode::UnsupportedBlock : diags::ErrorCode::UnsupportedArgument;
    return diagnostic.code == code && diagnostic.codeSubject == construct.name;
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
