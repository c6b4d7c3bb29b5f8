// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/values/path.h"

#include <span>
#include <string>
#include <vector>

namespace planlens::hcl {

/// One step of a reference as written: the root name, `.name`, `[key]` or a splat.
struct TraversalStep {
    enum class Kind { Root, Attribute, Index, Splat };
    Kind kind = Kind::Root;
    diags::InternedName name; // root and attribute
    values::Value key;        // index: known string or number
    diags::SourceRange range;
    bool operator==(const TraversalStep&) const = default;
};

/// A reference as written, `module.a["x"].out.id`; relative where it has no root.
struct Traversal {
    std::vector<TraversalStep> steps;

    bool isRelative() const { return steps.empty() || steps.front().kind != TraversalStep::Kind::Root; }
    const std::string& rootName() const { return steps.front().name.str(); }
    diags::SourceRange range() const;
    /// As written: `a.b[0]["k"]`.
    std::string toString() const;
    bool operator==(const Traversal&) const = default;
};

/// The attribute and index steps as a path, up to the first splat; a root is left out.
values::Path pathOf(const Traversal& traversal);
/// Follows index and attribute steps into a value, with the reference's diagnostics for what is not there.
diags::Result<values::Value> applyTraversal(const values::Value& value, const Traversal& relative);
/// Same for some steps of a traversal.
diags::Result<values::Value> applySteps(const values::Value& value, std::span<const TraversalStep> steps);
/// `value[key]` of the language: list, tuple, map and object; conversion of the key; diagnostics with the ranges given.
diags::Result<values::Value> indexValue(const values::Value& collection, const values::Value& key,
                                        const diags::SourceRange& range);
/// `value.name` of the language: object attributes and map elements.
diags::Result<values::Value> attributeOfValue(const values::Value& object, const std::string& name,
                                              const diags::SourceRange& range);

} // namespace planlens::hcl
