// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/version.h"
#include "core/plans/file/plan_file.h"
#include "core/plans/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace planlens::plans::file {

namespace {

/// The first minor version whose plans support a feature; std::nullopt if none does.
struct Since {
    std::optional<int> openTofu, terraform;
};

bool anyChange(const Plan& plan, bool (*is)(const ResourceInstanceChange&)) {
    return std::any_of(plan.changes.resources().begin(), plan.changes.resources().end(),
                       [&](const ResourceInstanceChangePtr& change) { return is(*change); });
}

} // namespace

std::string whyNotFor(const Program& program, const Plan& plan) {
    const bool isTerraform = program.kind == Program::Kind::Terraform;
    const std::optional<addrs::Version> version = addrs::Version::parse(program.version);
    const std::int64_t major = version ? version->segments[0] : 0, minor = version ? version->segments[1] : 0;
    if (major != 1 || (isTerraform ? minor < 3 : minor < 6 || minor > 12))
        return isTerraform ? "Planlens writes plans for Terraform 1.3 and later"
                           : "Planlens writes plans for OpenTofu 1.6 to 1.12";
    std::string why;
    const auto needs = [&](bool isNeeded, std::string_view what, Since since) {
        const std::optional<int> first = isTerraform ? since.terraform : since.openTofu;
        if (isNeeded && why.empty() && (!first || minor < *first))
            why = first ? fmt::format("this plan {}, which its plans can say only since version 1.{}", what, *first)
                        : fmt::format("this plan {}, which its plans cannot say", what);
    };
    const auto isEphemeral = [](const auto& variable) { return variable.second.ephemeral; };
    needs(anyChange(plan, [](const ResourceInstanceChange& change) { return change.change.action == Action::Forget; }),
          "forgets objects", {7, 7});
    needs(!plan.options.excludes.empty(), "excludes objects", {9, {}});
    needs(std::any_of(plan.variables.begin(), plan.variables.end(), isEphemeral), "has ephemeral variables", {11, 10});
    needs(anyChange(
              plan,
              [](const ResourceInstanceChange& change) { return change.change.action == Action::ForgetThenCreate; }),
          "replaces objects by forgetting them", {12, {}});
    needs(anyChange(plan,
                    [](const ResourceInstanceChange& change) {
                        return change.change.importing && !change.change.importing->identity.isNull();
                    }),
          "imports by identity", {12, {}});
    // A program rejects plans with reasons that its version does not know.
    needs(anyChange(plan,
                    [](const ResourceInstanceChange& change) {
                        return change.reason == ActionReason::DeleteBecauseEnabledFalse;
                    }),
          "deletes objects that are not enabled", {11, {}});
    needs(anyChange(plan,
                    [](const ResourceInstanceChange& change) {
                        return change.reason == ActionReason::ForgotBecauseLifecycleDestroyInState ||
                               change.reason == ActionReason::ForgotBecauseLifecycleDestroyInConfig;
                    }),
          "forgets objects that are not to be destroyed", {12, {}});
    return why;
}

} // namespace planlens::plans::file
