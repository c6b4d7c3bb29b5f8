// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/body.h"
#include "core/hcl/expression.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

namespace planlens::fuzz {

inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// Aborts if an invariant is violated.
inline void require(bool condition) {
    if (!condition)
        std::abort();
}

/// Checks that the ranges of diagnostics are inside the text.
inline void checkRanges(const diags::Diagnostics& diagnostics, std::size_t size) {
    for (const diags::Diagnostic& diagnostic : diagnostics) {
        require(!diagnostic.summary.empty());
        require(diagnostic.subject.has_value());
        require(diagnostic.subject->start.byte <= size && diagnostic.subject->end.byte <= size);
    }
}

/// Returns some names for expressions.
inline hcl::MapScope scope() {
    using values::Value;
    return hcl::MapScope({{"a", Value::number(1)},
                          {"b", Value::string("text")},
                          {"c", Value::list({Value::string("x"), Value::string("y")})},
                          {"d", Value::object({{"a", Value::number(2)}, {"b", Value::boolean(true)}})},
                          {"e", Value::unknown(values::Type::string())},
                          {"f", Value::dynamicUnknown()},
                          {"g", Value::null(values::Type::number())},
                          {"h", Value::string("secret").withMark(values::Mark::sensitive())},
                          {"i", Value::map({{"a", Value::number(1)}, {"b", Value::number(2)}})}});
}

/// Calls all functions of an expression.
inline void examine(const hcl::Expression& expression, const hcl::Scope* names) {
    const auto value = expression.evaluate(names);
    require(value.value.has_value());
    (void)expression.variables();
    (void)expression.functions();
    (void)expression.startRange();
    (void)expression.asTraversal();
    (void)expression.asRelativeTraversal();
    (void)expression.asKeyword();
    (void)expression.asCall();
    (void)expression.asLiteral();
    if (const auto list = expression.asList())
        for (const auto& item : *list)
            (void)item->range();
    if (const auto map = expression.asMap())
        for (const auto& item : *map)
            (void)item.key->range();
}

/// Decodes a body: its arguments, and the rest after one block type.
inline void examine(const hcl::Body& body, const hcl::Scope* names) {
    const auto arguments = body.justAttributes();
    require(arguments.value.has_value());
    for (const auto& [name, argument] : *arguments)
        examine(*argument.expression, names);
    const auto content = body.partialContent({{{"a", false}, {"b", true}}, {{"a", {}}, {"b", {"label"}}}});
    require(content.value.has_value());
    for (const hcl::Block& block : content->first.blocks)
        examine(*block.body, names);
    (void)content->second->justAttributes();
    std::vector<hcl::Traversal> variables;
    body.collectVariables(variables);
}

} // namespace planlens::fuzz
