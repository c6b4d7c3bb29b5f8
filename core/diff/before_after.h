// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/json_node.h"
#include "core/diff/path_matcher.h"

#include <set>
#include <string>

namespace planlens::diff {

/// Both sides of a change at one path, with their masks. Does not own the nodes it points to.
struct BeforeAfter {
    const JsonNode* before = nullptr;
    const JsonNode* after = nullptr;
    /// Whether the path exists on that side, even as null.
    bool beforeIsThere = false;
    bool afterIsThere = false;
    const JsonNode* unknown = nullptr;
    const JsonNode* sensitiveBefore = nullptr;
    const JsonNode* sensitiveAfter = nullptr;
    PathMatcher replace;
    PathMatcher relevant = PathMatcher::all();

    bool isUnknown() const { return isTrue(unknown); }
    bool isSensitiveBefore() const { return isTrue(sensitiveBefore); }
    bool isSensitiveAfter() const { return isTrue(sensitiveAfter); }

    BeforeAfter member(const std::string& name) const;
    /// Positions past the end count as absent.
    BeforeAfter element(std::size_t beforeIndex, std::size_t afterIndex) const;
    std::size_t countBefore() const { return isArray(before) ? before->elements.size() : 0; }
    std::size_t countAfter() const { return isArray(after) ? after->elements.size() : 0; }
    /// The member names of both sides, and optionally those of the masks.
    enum class Names { OfSides, OfSidesAndMasks };
    std::set<std::string> names(Names which) const;

    BeforeAfter asNoOp() const;
    BeforeAfter asDelete() const;
    BeforeAfter asCreate() const;
    /// Returns the same sides if the path is relevant; otherwise equal sides, so that no change is shown.
    BeforeAfter relevantOnly() const { return relevant.matchesPartly() ? *this : asNoOp(); }

    /// Returns the action, derived from the values at this path only.
    plans::Action action() const;
    /// Returns the action of a container before the actions of its children are combined into it.
    plans::Action initialAction() const;
};

/// Combines the actions of two children of a container.
plans::Action folded(plans::Action current, plans::Action next);

} // namespace planlens::diff
