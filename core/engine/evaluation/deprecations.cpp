// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/deprecations.h"

#include "core/configs/module_node.h"
#include "core/diags/deprecation_key.h"
#include "core/schemas/decode.h"
#include "core/values/deprecation.h"

#include <fmt/core.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::engine {

using diags::Diagnostic;
using diags::Diagnostics;
using values::Deprecation;
using values::Mark;
using values::Value;

namespace {

std::string keyOf(Deprecation::Origin origin, const std::string& cause) {
    return (origin == Deprecation::Origin::Remote ? diags::remoteDeprecationKey : diags::deprecationKey) + cause;
}

Deprecation::Origin originOf(const configs::ModuleNode& module) {
    return module.isRemote() ? Deprecation::Origin::Remote : Deprecation::Origin::Local;
}

Diagnostic warning(const std::string& source, const Deprecation& cause, const diags::SourceRange& range) {
    std::string detail = fmt::format("{} is derived from {}, which is deprecated", source, cause.by);
    detail += cause.message.empty() ? "." : " with the following message:\n\n" + cause.message;
    Diagnostic diagnostic = Diagnostic::warning("Value derived from a deprecated source", std::move(detail), range);
    diagnostic.extra.consolidationKey = keyOf(cause.origin, cause.by);
    return diagnostic;
}

/// Calls `tell` with each deprecation cause and its path. Returns the value without these marks.
template <typename Tell>
Value extract(Value value, const Tell& tell) {
    if (!value.containsMarked())
        return value;
    bool found = false;
    std::vector<values::PathMarks> others;
    for (const values::PathMarks& marked : value.pathMarks()) {
        values::MarkSet rest;
        for (const Mark mark : marked.marks) {
            if (const std::optional<Deprecation> cause = Deprecation::of(mark)) {
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

Value withDeprecation(Value value, const configs::Output& output, const addrs::ModuleInstance& instance,
                      const configs::ModuleNode& module) {
    if (output.deprecated.empty() || instance.isRoot())
        return value;
    const addrs::ModuleInstance call{{instance.path.back()}}; // relative to the calling module
    return value.withMark(Deprecation{call.toString() + "." + output.name, output.deprecated, originOf(module)}.mark());
}

Value takeDeprecations(Value value, const hcl::Expression& expression, Diagnostics& diagnostics) {
    return extract(std::move(value), [&](const Deprecation& cause, const values::Path& path) {
        const std::string attribute = path.toString();
        const std::size_t dot = attribute.starts_with('.') ? 1 : 0;
        diagnostics.append(warning(attribute.empty() ? "This value" : "This value's attribute " + attribute.substr(dot),
                                   cause, expression.range()));
    });
}

Value takeDeprecations(Value value, const hcl::BodyPtr& body, const schemas::Block& schema, Diagnostics& diagnostics) {
    // As in OpenTofu, a warning has the range of the last attribute of a type, otherwise of the block.
    const values::Type type = value.type();
    const auto isLast = [&](const values::Path& path) {
        const auto* attribute = path.isEmpty() ? nullptr : std::get_if<values::AttributeStep>(&path[0]);
        return attribute && type.isObject() && type.attributes().back().name == attribute->name;
    };
    return extract(std::move(value), [&](const Deprecation& cause, const values::Path& path) {
        Diagnostic found = warning("This value", cause,
                                   isLast(path) ? schemas::rangeOfPath(body, schema, path) : body->missingItemRange());
        found.extra.consolidationKey += diags::blockDeprecationKey;
        diagnostics.append(std::move(found));
    });
}

void nameResource(Diagnostics& ofBody, const std::string& address) {
    for (Diagnostic& diagnostic : ofBody)
        if (diagnostic.address.empty() && (diagnostic.code == diags::ErrorCode::EphemeralNotAllowed ||
                                           diagnostic.extra.consolidationKey.starts_with(diags::deprecationKey)))
            diagnostic.address = address;
}

Diagnostics deprecatedRootVariables(const configs::Module& root,
                                    const std::map<std::string, configs::RootVariable>& given) {
    Diagnostics diagnostics;
    for (const auto& [name, value] : given) {
        const auto variable = root.variables.find(name);
        if (value.source != configs::GivenVariable::Source::Default && variable != root.variables.end() &&
            !variable->second.deprecated.empty())
            diagnostics.warning("Deprecated variable used from the root module",
                                fmt::format("The root variable \"{}\" is deprecated with the following message: {}",
                                            name, variable->second.deprecated),
                                variable->second.range);
    }
    return diagnostics;
}

Diagnostic deprecatedArgument(const configs::Variable& variable, const configs::ModuleNode& module,
                              const hcl::Expression& argument) {
    Diagnostic diagnostic =
        Diagnostic::warning("Variable marked as deprecated by the module author",
                            fmt::format("Variable \"{}\" is marked as deprecated with the following message:\n{}",
                                        variable.name, variable.deprecated),
                            argument.range());
    diagnostic.extra.consolidationKey = keyOf(originOf(module), variable.name + "\n" + variable.deprecated);
    return diagnostic;
}

} // namespace planlens::engine
