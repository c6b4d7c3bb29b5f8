// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/syntax.h"
#include "core/values/path.h"
#include "core/values/value.h"

#include <functional>
#include <optional>
#include <string>

namespace planlens::explain {

/// A part of an expression's value that contains the value of a reference, or a part of it.
struct Carried {
    values::Path path;          // in the value of the expression
    values::Path within;        // in the value of the reference
    bool isExact = true;        // the part is that value; otherwise it is derived from it, and differs if it differs
    std::string prefix, suffix; // around the text of the value
    bool isSize = false;        // the part is the number of elements
    bool isSelected = false;    // by a key that may have changed
    bool isNegated = false;     // the part is the other boolean
    /// Whether only one value of the reference leads to the part: no function returns it for others, and no other
    /// reference can make up for them.
    bool isUnique = true;
    bool isWhole() const { return isExact && path.isEmpty() && prefix.empty() && suffix.empty() && !isNegated; }
};

/// Returns the current value of a part of an expression; std::nullopt if it cannot be evaluated.
using ValueOfPart = std::function<std::optional<values::Value>(const hcl::Expression&)>;

/// Searches an expression for a reference, or for a name that a `for` expression binds.
class Carrier {
public:
    Carrier(diags::SourceRange reference, const ValueOfPart& valueOfPart)
        : m_reference(std::move(reference))
        , m_valueOfPart(valueOfPart) {}
    Carrier(std::string name, const ValueOfPart& valueOfPart)
        : m_name(std::move(name))
        , m_valueOfPart(valueOfPart) {}

    /// Returns std::nullopt if other values of the reference may lead to the same result.
    std::optional<Carried> in(const hcl::Expression& expression) const;

private:
    std::optional<Carried> inTemplate(const hcl::syntax::Template& expression) const;
    std::optional<Carried> inCall(const hcl::syntax::FunctionCall& call) const;
    bool isFirstUsable(const hcl::syntax::FunctionCall& call) const;
    std::optional<Carried> inConditional(const hcl::syntax::Conditional& expression) const;
    std::optional<Carried> inLoop(const hcl::syntax::ForExpression& expression) const;
    std::optional<Carried> below(const hcl::Expression& part, const values::Path& step) const;
    /// Returns the selected part of a collection that is carried as a whole.
    std::optional<Carried> selected(const hcl::Expression& collection, const values::Path& steps,
                                    bool isFixed = true) const;
    std::optional<Carried> inexact(const hcl::Expression& part) const;
    std::optional<values::Value> valueOf(const hcl::Expression& part) const;

    diags::SourceRange m_reference;
    std::string m_name; // empty: the reference is searched
    const ValueOfPart& m_valueOfPart;
};

} // namespace planlens::explain
