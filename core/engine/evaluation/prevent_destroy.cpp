// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/prevent_destroy.h"

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

Diagnostics checkPreventDestroy(const configs::Resource& config, const Runtime& runtime,
                                const plans::ResourceInstanceChange& change) {
    Diagnostics diagnostics;
    if (!config.preventDestroy)
        return diagnostics;
    const hcl::Expression& expression = *config.preventDestroy;
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
    if (diagnostics.hasErrors())
        return diagnostics;
    const ModuleRuntime* const module = runtime.find(change.address.module);
    const std::optional<ModuleScope> inModule =
        module ? std::optional<ModuleScope>(std::in_place, runtime, *module) : std::nullopt;
    const hcl::Scope* const scope = inModule ? &*inModule : nullptr;
    if (inModule)
        diagnostics = inModule->checkReferences(expression.variables(), ModuleScope::Names::LookedUp);
    if (diagnostics.hasErrors())
        return diagnostics;
    const std::string address = change.address.toString();
    const std::string resource = change.address.containing().toString();
    diags::Result<Value> evaluated = expression.evaluate(scope);
    diagnostics.append(std::move(evaluated.diagnostics));
    if (diagnostics.hasErrors())
        return diagnostics;
    const auto about = [&](std::string detail, const diags::DiagnosticExtra& cause = {}) {
        Diagnostic invalid =
            Diagnostic::error("Invalid value for prevent_destroy", std::move(detail), expression.range());
        invalid.extra = cause;
        diagnostics.append(hcl::withExpressionValues(std::move(invalid), expression, scope));
    };
    const values::Outcome<Value> converted =
        values::convert(takeDeprecations(*std::move(evaluated.value), expression, diagnostics), Type::boolean());
    if (!converted) {
        about(fmt::format("Resource instance {} has an invalid value for its prevent_destroy argument: {}.", address,
                          values::formatError(converted.error())));
        return diagnostics;
    }
    if (converted->hasMark(Mark::sensitive()))
        about(fmt::format("Resource instance {} has a sensitive value for its prevent_destroy argument, which is "
                          "invalid because it would cause OpenTofu "
                          "to disclose the sensitive value by whether deletion is blocked.\n\nIf you know this value "
                          "is not sensitive in practice, consider "
                          "using the nonsensitive function to declare that.",
                          address),
              {.causedBySensitive = true});
    if (converted->hasMark(Mark::ephemeral()))
        about(fmt::format("Resource instance {} has an ephemeral value for its prevent_destroy argument, which is "
                          "invalid because the decision for "
                          "whether it's okay to destroy instances of this resource instance must stay consistent "
                          "between plan and apply.",
                          address));
    if (diagnostics.hasErrors())
        return diagnostics;
    // The reference reports warnings only if the object is destroyed.
    const Action action = change.change.action;
    if (action != Action::Delete && action != Action::DeleteThenCreate && action != Action::CreateThenDelete)
        return {};
    const Value value = converted->unmarked();
    if (!value.isKnown()) {
        about(fmt::format("Resource instance {} has a prevent_destroy argument but its value will not be known until "
                          "the apply step, so OpenTofu can't "
                          "predict whether destroying this is acceptable.\n\nTo proceed, exclude instances of this "
                          "resource from this round using:\n    "
                          "-exclude={}",
                          address, values::quoted(resource)),
              {.causedByUnknown = true});
    } else if (value.isNull()) {
        about(fmt::format("Resource instance {} has prevent_destroy set to null. When making a dynamic decision to "
                          "allow destroy, use false instead.",
                          address));
    } else if (value.asBool()) {
        diagnostics.error("Resource instance cannot be destroyed",
                          fmt::format("Resource instance {} has prevent_destroy set, but the plan calls for it to be "
                                      "destroyed.\n\nTo proceed, either disable "
                                      "prevent_destroy for this resource or exclude instances of this resource from "
                                      "this round using:\n    -exclude={}",
                                      address, values::quoted(resource)),
                          config.range);
    }
    return diagnostics;
}

} // namespace planlens::engine
