// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"

#include <string>
#include <vector>

namespace planlens::plans {
class Changes;
}
namespace planlens::diff {

/// Identical changes to several resource instances of one type.
struct SameChange {
    std::vector<plans::ResourceInstanceChangePtr> changes; // at least three, in the order of the plan
    std::vector<std::string> attributes;                   // paths of the changes; empty for creates and reads
};

/// Groups the identical changes of a plan: those in which the same is configured. Old values of attributes that become
/// unknown, such as ids, may differ. Only creates, reads, in-place updates and replacements are grouped, never changes
/// that only destroy, or that move or import an object. All but updates are grouped only if the resources have the same
/// name. Sensitive values are compared too, but not shown.
std::vector<SameChange> sameChanges(const plans::Changes& changes);

} // namespace planlens::diff
