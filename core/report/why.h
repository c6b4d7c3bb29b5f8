// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/plans/change.h"

#include <string>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::report {

/// A change to explain, or one attribute of it.
struct WhySubject {
    const plans::ResourceInstanceChange* change = nullptr; // owned by the plan
    std::string attribute;                                 // as in ADDRESS.attribute; empty: the whole change
};
/// Finds the changes for arguments of the form ADDRESS[.attribute]; without arguments, all changes. The address of a
/// resource or module selects all changes in it.
diags::Result<std::vector<WhySubject>> whySubjects(const plans::Plan& plan, const std::vector<std::string>& arguments);

/// Returns the explanations of changes for a terminal. Sensitive values are masked.
std::string whyText(const plans::Plan& plan, const std::vector<WhySubject>& subjects);
/// As whyText(), in a single JSON object.
std::string whyJson(const plans::Plan& plan, const std::vector<WhySubject>& subjects);

} // namespace planlens::report
