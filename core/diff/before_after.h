// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/json_node.h"
#include "core/diff/path_matcher.h"

#include <set>
#include <string>

namespace planlens::diff {

/// Both sides of a change at one place, with their masks. Refers to data of others.
struct BeforeAfter {
    const JsonNode* before = nullptr;
    const JsonNode* after = nullptr;
    /// Whether the place is there at all on that side, be it null.
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
    /// Positions past the end are not there.
    BeforeAfter element(std::size_t beforeIndex, std::size_t afterIndex) const;
    std::size_t countBefore() const { return isArray(before) ? before->elements.size() : 0; }
    std::size_t countAfter() const { return isArray(after) ? after->elements.size() : 0; }
    /// Names of both sides; with those of the masks where asked for.
    enum class Names { OfSides, OfSidesAndMasks };
    std::set<std::string> names(Names which) const;

    BeforeAfter asNoOp() const;
    BeforeAfter asDelete() const;
    BeforeAfter asCreate() const;
    /// As it is where the place is relevant, else unchanged.
    BeforeAfter relevantOnly() const { return relevant.matchesPartly() ? *this : asNoOp(); }

    /// By looking at the place only.
    plans::Action action() const;
    /// Where containers start before they fold the actions of their children.
    plans::Action initialAction() const;
};

/// What two actions make together.
plans::Action folded(plans::Action current, plans::Action next);

} // namespace planlens::diff
