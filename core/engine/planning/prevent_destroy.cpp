// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/prevent_destroy.h"

#include "core/engine/evaluation/deprecations.h"
#include "core/engine/evaluation/scope.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <optional>
#include <utility>

namespace planlens::engine {

using diags::Diagnostic;
using diags::Diagnostics;
using plans::Action;
using values::Mark;
using values::Type;
using values::Value;

namespace {

Diagnostics checkRepetitionReferences(const hcl::Expression& expression) {
    Diagnostics diagnostics;
    for (const hcl::Traversal& traversal : expression.variables()) {
        if (traversal.rootName() == "each" || traversal.rootName() == "count")
            diagnostics.error("Invalid reference in prevent_destroy",
                              fmt::format("A prevent_destroy argument cannot refer to {}, because OpenTofu needs to "
                                          "evaluate this argument for instances "
                                          "that have already been removed from the configuration and so whose "
                                          "per-instance data is no longer available.",
                                          traversal.toString()),
                              traversal.range());
    }
    return diagnostics;
}

/// The prevent_destroy argument of one resource instance.
class PreventDestroy {
public:
    PreventDestroy(const hcl::Expression& expression, const hcl::Scope* scope, std::string address)
        : m_expression(expression)
        , m_scope(scope)
        , m_address(std::move(address)) {}

    /// Returns the value, which may be unknown or null. Returns std::nullopt after an error.
    std::optional<Value> evaluate(Diagnostics& diagnostics) const {
        diags::Result<Value> evaluated = m_expression.evaluate(m_scope);
        diagnostics.append(std::move(evaluated.diagnostics));
        if (diagnostics.hasErrors())
            return {};
        const values::Outcome<Value> converted =
            values::convert(takeDeprecations(*std::move(evaluated.value), m_expression, diagnostics), Type::boolean());
        if (!converted) {
            diagnostics.append(
                invalid(fmt::format("Resource instance {} has an invalid value for its prevent_destroy argument: {}.",
                                    m_address, values::formatError(converted.error()))));
            return {};
        }
        if (converted->hasMark(Mark::sensitive()))
            diagnostics.append(invalid(
                fmt::format("Resource instance {} has a sensitive value for its prevent_destroy argument, which is "
                            "invalid because it would cause OpenTofu "
                            "to disclose the sensitive value by whether deletion is blocked.\n\nIf you know this value "
                            "is not sensitive in practice, consider "
                            "using the nonsensitive function to declare that.",
                            m_address),
                {.causedBySensitive = true}));
        if (converted->hasMark(Mark::ephemeral()))
            diagnostics.append(invalid(
                fmt::format("Resource instance {} has an ephemeral value for its prevent_destroy argument, which is "
                            "invalid because the decision for "
                            "whether it's okay to destroy instances of this resource instance must stay consistent "
                            "between plan and apply.",
                            m_address)));
        if (diagnostics.hasErrors())
            return {};
        return converted->unmarked();
    }

    /// Returns the errors of destroying the instance if the argument has this value.
    Diagnostics check(const Value& value, const std::string& resource, const diags::SourceRange& range) const {
        if (!value.isKnown())
            return invalid(
                fmt::format("Resource instance {} has a prevent_destroy argument but its value will not be known until "
                            "the apply step, so OpenTofu can't "
                            "predict whether destroying this is acceptable.\n\nTo proceed, exclude instances of this "
                            "resource from this round using:\n    "
                            "-exclude={}",
                            m_address, values::quoted(resource)),
                {.causedByUnknown = true});
        if (value.isNull())
            return invalid(
                fmt::format("Resource instance {} has prevent_destroy set to null. When making a dynamic decision to "
                            "allow destroy, use false instead.",
                            m_address));
        if (!value.asBool())
            return {};
        return Diagnostic::error("Resource instance cannot be destroyed",
                                 fmt::format("Resource instance {} has prevent_destroy set, but the plan calls for it "
                                             "to be destroyed.\n\nTo proceed, either disable "
                                             "prevent_destroy for this resource or exclude instances of this resource "
                                             "from this round using:\n    -exclude={}",
                                             m_address, values::quoted(resource)),
                                 range)
            .withCode(diags::ErrorCode::DestroyPrevented, resource);
    }

private:
    Diagnostic invalid(std::string detail, const diags::DiagnosticExtra& cause = {}) const {
        Diagnostic diagnostic =
            Diagnostic::error("Invalid value for prevent_destroy", std::move(detail), m_expression.range());
        diagnostic.extra = cause;
        return hcl::withExpressionValues(std::move(diagnostic), m_expression, m_scope);
    }

    const hcl::Expression& m_expression;
    const hcl::Scope* const m_scope;
    const std::string m_address;
};

} // namespace

Diagnostics checkPreventDestroy(const configs::Resource& config, const Runtime& runtime,
                                const plans::ResourceInstanceChange& change) {
    if (!config.preventDestroy)
        return {};
    const hcl::Expression& expression = *config.preventDestroy;
    Diagnostics diagnostics = checkRepetitionReferences(expression);
    if (diagnostics.hasErrors())
        return diagnostics;
    const ModuleRuntime* const module = runtime.find(change.address.module);
    const std::optional<ModuleScope> scope =
        module ? std::optional<ModuleScope>(std::in_place, runtime, *module) : std::nullopt;
    if (scope) {
        diagnostics = scope->checkReferences(expression.variables(), ModuleScope::Names::LookedUp);
        diagnostics.append(scope->missingFunctions({&expression}));
    }
    if (diagnostics.hasErrors())
        return diagnostics;
    const PreventDestroy argument(expression, scope ? &*scope : nullptr, change.address.toString());
    const std::optional<Value> value = argument.evaluate(diagnostics);
    if (!value)
        return diagnostics;
    // OpenTofu reports warnings only if the object is destroyed.
    const Action action = change.change.action;
    if (action != Action::Delete && action != Action::DeleteThenCreate && action != Action::CreateThenDelete)
        return {};
    diagnostics.append(argument.check(*value, change.address.containing().toString(), config.range));
    return diagnostics;
}

} // namespace planlens::engine
