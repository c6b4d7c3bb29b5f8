// SPDX-License-Identifier: MPL-2.0
#include "core/configs/terraform_syntax.h"

#include <fmt/core.h>

namespace planlens::configs {

namespace {

struct TerraformBlock {
    std::string_view type, purpose;
};
constexpr TerraformBlock blocks[] = {
    {"action", "actions"},         {"actions", "actions"},           {"action_trigger", "actions"}, {"list", "queries"},
    {"query", "queries"},          {"component", "stacks"},          {"deployment", "stacks"},      {"deployment_group", "stacks"},
    {"identity_token", "stacks"},  {"orchestrate", "stacks"},        {"publish_output", "stacks"},  {"stack", "stacks"},
    {"upstream_input", "stacks"},  {"store", "stacks"},              {"policy", "policies"},        {"policy_set", "policies"},
};

struct TerraformFile {
    std::string_view ending, purpose;
};
constexpr TerraformFile files[] = {
    {".tfstack.hcl", "stacks"},    {".tfstack.json", "stacks"},     {".tfcomponent.hcl", "stacks"}, {".tfcomponent.json", "stacks"},
    {".tfdeploy.hcl", "stacks"},   {".tfdeploy.json", "stacks"},    {".tfquery.hcl", "queries"},    {".tfquery.json", "queries"},
    {".tfpolicy.hcl", "policies"},
};

} // namespace

void explainTerraformBlocks(diags::Diagnostics& diagnostics) {
    for (diags::Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.summary != "Unsupported block type")
            continue;
        for (const TerraformBlock& block : blocks)
            if (diagnostic.detail.starts_with(fmt::format("Blocks of type \"{}\" are not expected here.", block.type)))
                diagnostic.detail += fmt::format("\n\nThis block belongs to the {} of Terraform, which OpenTofu does not have. Remove the block, or use Terraform for this "
                                                 "configuration.", block.purpose);
    }
}

std::string_view purposeOfTerraformFile(std::string_view name) {
    for (const TerraformFile& file : files)
        if (name.ends_with(file.ending))
            return file.purpose;
    return {};
}

} // namespace planlens::configs
