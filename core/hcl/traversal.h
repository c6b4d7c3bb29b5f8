// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/values/path.h"

#include <span>
#include <string>
#include <vector>

namespace planlens::hcl {

/// One step of a reference in the source: the root name, `.name`, `[key]` or a splat.
struct TraversalStep {
    enum class Kind { Root, Attribute, Index, Splat };
    Kind kind = Kind::Root;
    diags::InternedName name; // root and attribute
    values::Value key;        // index: known string or number
    diags::SourceRange range;
    bool operator==(const TraversalStep&) const = default;
};

/// A reference in the source, `module.a["x"].out.id`; relative if it has no root.
struct Traversal {
    std::vector<TraversalStep> steps;

    bool isRelative() const { return steps.empty() || steps.front().kind != TraversalStep::Kind::Root; }
    const std::string& rootName() const { return steps.front().name.str(); }
    diags::SourceRange range() const;
    /// Returns the source form: `a.b[0]["k"]`.
    std::string toString() const;
    bool operator==(const Traversal&) const = default;
};

/// Returns the attribute and index steps as a path, up to the first splat, without the root.
values::Path pathOf(const Traversal& traversal);
/// Applies index and attribute steps to a value; missing elements are reported with the diagnostics of the reference.
diags::Result<values::Value> applyTraversal(const values::Value& value, const Traversal& relative);
/// Same for some steps of a traversal.
diags::Result<values::Value> applySteps(const values::Value& value, std::span<const TraversalStep> steps);
/// Evaluates `value[key]` on a list, tuple, map or object: converts the key; diagnostics refer to the given range.
diags::Result<values::Value> indexValue(const values::Value& collection, const values::Value& key,
                                        const diags::SourceRange& range);
/// Evaluates `value.name` on an object attribute or map element.
diags::Result<values::Value> attributeOfValue(const values::Value& object, const std::string& name,
                                              const diags::SourceRange& range);

} // namespace planlens::hcl
