// SPDX-License-Identifier: MPL-2.0
#include "core/formats/reading/other_documents.h"

#include <fmt/core.h>

namespace planlens::formats {

using diags::Diagnostic;

std::optional<Diagnostic> otherDocument(const std::set<std::string>& members) {
    const auto has = [&](const char* name) { return members.contains(name); };
    if (has("resource_changes") || has("planned_values") || has("output_changes") || has("configuration"))
        return {};
    if (has("values") || (has("format_version") && members.size() <= 3 && has("terraform_version")))
        return Diagnostic::error("This is a state, not a plan",
                                 fmt::format("The file says what there is, not what is to change. Open the folder "
                                             "of the configuration to plan it, or open a plan. {}",
                                             howToMakePlanJson));
    if (has("version") && (has("lineage") || has("serial")))
        return Diagnostic::error("This is a state file, not a plan",
                                 fmt::format("It says what there is, not what is to change. Open the folder of the "
                                             "configuration to plan it, or open a plan. {}",
                                             howToMakePlanJson));
    if (has("@level") || has("@message"))
        return Diagnostic::error(
            "This is a log of planning, not a plan",
            fmt::format("The option -json of \"tofu plan\" writes messages, which do not hold the plan. {}",
                        howToMakePlanJson));
    if (has("provider_schemas"))
        return Diagnostic::error("These are schemas of providers, not a plan", howToMakePlanJson);
    if (has("format_version"))
        return {};
    return Diagnostic::error("This is not a plan",
                             fmt::format("The file has nothing of the JSON of a plan. {}", howToMakePlanJson));
}

} // namespace planlens::formats
