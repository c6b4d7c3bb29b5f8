// SPDX-License-Identifier: MPL-2.0
#include "core/engine/deprecations.h"

#include "core/diags/deprecation_key.h"

#include <fmt/core.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::engine {

using diags::Diagnostic;
using diags::Diagnostics;
using values::Mark;
using values::Value;

namespace {

constexpr std::string_view kind = "Deprecated\n";

/// Who is deprecated, and what its author says about it.
struct Cause {
    std::string by;
    std::string message;
};

Mark markOf(const Cause& cause) { return Mark(fmt::format("{}{}\n{}", kind, cause.by, cause.message)); }

std::optional<Cause> causeOf(Mark mark) {
    const std::string_view name = mark.name();
    if (!name.starts_with(kind))
        return {};
    const std::size_t end = name.find('\n', kind.size());
    return Cause{std::string(name.substr(kind.size(), end - kind.size())), std::string(name.substr(end + 1))};
}

Diagnostic warning(const std::string& source, const Cause& cause, const diags::SourceRange& range) {
    std::string detail = fmt::format("{} is derived from {}, which is deprecated", source, cause.by);
    detail += cause.message.empty() ? "." : " with the following message:\n\n" + cause.message;
    Diagnostic diagnostic = Diagnostic::warning("Value derived from a deprecated source", std::move(detail), range);
    diagnostic.extra.consolidationKey = diags::deprecationKey + cause.by;
    return diagnostic;
}

/// Calls `tell` with each cause and its path, and gives the value without them.
template <typename Tell>
Value extract(Value value, const Tell& tell) {
    if (!value.containsMarked())
        return value;
    bool found = false;
    std::vector<values::PathMarks> others;
    for (const values::PathMarks& marked : value.pathMarks()) {
        values::MarkSet rest;
        for (const Mark mark : marked.marks) {
            if (const std::optional<Cause> cause = causeOf(mark)) {
                found = true;
                tell(*cause, marked.path);
            } else {
                rest.insert(mark);
            }
        }
        if (!rest.isEmpty())
            others.push_back({marked.path, std::move(rest)});
    }
    return found ? value.unmarkedDeep().withPathMarks(others) : value;
}

} // namespace

Value withDeprecation(Value value, const configs::Output& output, const addrs::ModuleInstance& module) {
    if (output.deprecated.empty() || module.isRoot())
        return value;
    const addrs::ModuleInstance call{{module.path.back()}}; // as it is called where it is referred to
    return value.withMark(markOf({call.toString() + "." + output.name, output.deprecated}));
}

Value takeDeprecations(Value value, const hcl::Expression& expression, Diagnostics& diagnostics) {
    return extract(std::move(value), [&](const Cause& cause, const values::Path& path) {
        const std::string attribute = path.toString();
        const std::size_t dot = attribute.starts_with('.') ? 1 : 0;
        diagnostics.append(warning(attribute.empty() ? "This value" : "This value's attribute " + attribute.substr(dot), cause, expression.range()));
    });
}

Value takeDeprecations(Value value, const hcl::BodyPtr& body, Diagnostics& diagnostics) {
    return extract(std::move(value), [&](const Cause& cause, const values::Path&) {
        diagnostics.append(warning("This value", cause, body->missingItemRange())); // told about the block, as in the reference
    });
}

Diagnostics deprecatedRootVariables(const configs::Module& root, const std::map<std::string, configs::RootVariable>& given) {
    Diagnostics diagnostics;
    for (const auto& [name, value] : given) {
        const auto variable = root.variables.find(name);
        if (value.source != configs::GivenVariable::Source::Default && variable != root.variables.end() && !variable->second.deprecated.empty())
            diagnostics.warning("Deprecated variable used from the root module",
                                fmt::format("The root variable \"{}\" is deprecated with the following message: {}", name, variable->second.deprecated),
                                variable->second.range);
    }
    return diagnostics;
}

Diagnostic deprecatedArgument(const configs::Variable& variable, const hcl::Expression& argument) {
    Diagnostic diagnostic = Diagnostic::warning(
        "Variable marked as deprecated by the module author",
        fmt::format("Variable \"{}\" is marked as deprecated with the following message:\n{}", variable.name, variable.deprecated), argument.range());
    diagnostic.extra.consolidationKey = diags::deprecationKey + variable.name + "\n" + variable.deprecated;
    return diagnostic;
}

} // namespace planlens::engine
