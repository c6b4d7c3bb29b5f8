// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"
#include "ui/basics/secrets.h"

#include <QString>

#include <vector>

namespace planlens::plans {
struct Plan;
}

/// Changes as text for the clipboard. Sensitive values are masked.
namespace planlens::models {

using ChangePointers = std::vector<const plans::ResourceInstanceChange*>; // owned by the plan

/// Returns each change with its changed attributes: `~ aws_instance.web will be updated`, then
/// `    size: "small" → "large"`.
QString copiedText(const plans::Plan& plan, const ChangePointers& changes, const Secrets& secrets);
/// Returns a resource block with the planned values of each change; with the values of the state if it is destroyed.
/// Unknown attributes are comments.
QString copiedHcl(const plans::Plan& plan, const ChangePointers& changes, const Secrets& secrets);
/// Returns an array of objects with address, action, and all values before and after. Unknown values are texts.
QString copiedJson(const plans::Plan& plan, const ChangePointers& changes, const Secrets& secrets);

} // namespace planlens::models
