// SPDX-License-Identifier: MPL-2.0
#include "core/engine/validation/fallback_scope.h"

#include "core/diags/suggestion.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace planlens::engine {

using diags::Diagnostic;
using values::Value;

namespace {

/// Root names of references that are objects.
const std::vector<std::string> objects{"count", "data",     "each",      "ephemeral", "local", "module",
                                       "path",  "resource", "terraform", "tofu",      "var"};

Diagnostic missingAttribute(const hcl::TraversalStep& step) {
    return Diagnostic::error(
        "Unsupported attribute",
        fmt::format("This object does not have an attribute named {}.", values::quoted(step.name.str())), step.range);
}

} // namespace

bool FallbackScope::isReference(const hcl::Traversal& traversal) {
    return !addrs::parseReference(traversal).hasErrors();
}

bool FallbackScope::isObjectOfNames(std::string_view name) {
    constexpr std::array names{"count", "each", "local", "path", "terraform", "tofu", "var"};
    return std::ranges::find(names, name) != names.end();
}

diags::Result<Value> FallbackScope::resolve(const hcl::Traversal& traversal) const {
    if (m_names == Names::References) {
        if (isReference(traversal)) // already looked up
            return m_scope.checkReferences({traversal}, ModuleScope::Names::LookedUp).hasErrors()
                       ? Value::dynamicUnknown()
                       : m_scope.resolve(traversal);
        if (std::ranges::find(objects, traversal.rootName()) != objects.end())
            return traversal.steps.size() > 1
                       ? diags::Result<Value>(Value::dynamicUnknown(), missingAttribute(traversal.steps[1]))
                       : Value::object({});
    }
    const std::string suggestion =
        m_names == Names::References ? diags::nearestName(traversal.rootName(), objects) : std::string();
    return {Value::dynamicUnknown(),
            Diagnostic::error(
                "Unknown variable",
                fmt::format("There is no variable named {}.{}", values::quoted(traversal.rootName()),
                            suggestion.empty() ? "" : fmt::format(" Did you mean {}?", values::quoted(suggestion))),
                traversal.steps.front().range)};
}

} // namespace planlens::engine
