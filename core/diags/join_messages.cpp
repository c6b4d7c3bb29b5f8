// SPDX-License-Identifier: MPL-2.0
#include "core/diags/join_messages.h"

namespace planlens::diags {

std::string paragraphs(const Diagnostic& problem) {
    return problem.summary + (problem.detail.empty() ? "" : "\n\n" + problem.detail);
}

std::string firstAndOthers(const Diagnostics& problems) {
    const std::string first = problems[0].toString();
    return problems.size() == 1 ? first
                                : first + ", and " + std::to_string(problems.size() - 1) + " other diagnostic(s)";
}

std::string joinMessages(const Diagnostics& problems) {
    const auto text = [](const Diagnostic& problem) {
        return problem.detail.empty() ? problem.summary : problem.summary + ": " + problem.detail;
    };
    if (problems.size() == 1)
        return text(problems[0]);
    std::string all = std::to_string(problems.size()) + " problems:\n";
    for (const Diagnostic& problem : problems)
        all += "\n- " + text(problem);
    return all;
}

} // namespace planlens::diags
