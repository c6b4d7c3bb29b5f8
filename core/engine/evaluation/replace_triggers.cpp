// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/replace_triggers.h"

#include "core/hcl/syntax.h"

namespace planlens::engine {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

namespace {

std::string joinedNames(const hcl::Traversal& traversal) {
    std::string joined;
    for (const hcl::TraversalStep& step : traversal.steps) {
        if (step.kind == hcl::TraversalStep::Kind::Index)
            return {};
        joined += (joined.empty() ? "" : ".") + step.name.str();
    }
    return joined;
}

Result<values::Value> instanceKey(const hcl::Expression& expression, const RepetitionData& repetition) {
    const std::optional<hcl::Traversal> traversal = expression.asTraversal();
    if (!traversal)
        return Diagnostic::error("Invalid expression",
                                 "A single static variable reference is required: only attribute access and indexing "
                                 "with constant keys. No calculations, function calls, template expressions, etc are "
                                 "allowed here.",
                                 expression.range());
    const std::string name = joinedNames(*traversal);
    if (name == "count.index") {
        if (repetition.countIndex)
            return *repetition.countIndex;
        return Diagnostic::error(
            "Reference to \"count\" in non-counted context",
            "The \"count\" object can only be used in \"resource\" blocks when the \"count\" argument is set.",
            expression.range());
    }
    if (name == "each.key") {
        if (repetition.eachKey)
            return *repetition.eachKey;
        return Diagnostic::error(
            "Reference to \"each\" in context without for_each",
            "The \"each\" object can be used only in \"resource\" blocks when the \"for_each\" argument is set.",
            expression.range());
    }
    return Diagnostic::error("Invalid index expression",
                             "Only constant values, count.index or each.key are allowed in index expressions.",
                             expression.range());
}

std::optional<hcl::Traversal> triggerTraversal(const hcl::Expression& expression, const RepetitionData& repetition,
                                               Diagnostics& diagnostics) {
    if (std::optional<hcl::Traversal> plain = expression.asTraversal())
        return plain;
    if (const auto* relative = dynamic_cast<const hcl::syntax::RelativeTraversal*>(&expression)) {
        std::optional<hcl::Traversal> source = triggerTraversal(*relative->source, repetition, diagnostics);
        if (source)
            source->steps.insert(source->steps.end(), relative->traversal.steps.begin(),
                                 relative->traversal.steps.end());
        return source;
    }
    if (const auto* index = dynamic_cast<const hcl::syntax::Index*>(&expression)) {
        std::optional<hcl::Traversal> source = triggerTraversal(*index->collection, repetition, diagnostics);
        if (!source)
            return {};
        const std::optional<values::Value> key = instanceKey(*index->key, repetition).into(diagnostics);
        if (!key)
            return {};
        hcl::TraversalStep step;
        step.kind = hcl::TraversalStep::Kind::Index;
        step.key = key->unmarked();
        step.range = index->key->range();
        source->steps.push_back(std::move(step));
        return source;
    }
    diagnostics.error("Invalid replace_triggered_by expression", "Unexpected expression found in replace_triggered_by.",
                      expression.range());
    return {};
}

} // namespace

Result<addrs::Reference> replaceTriggerReference(const hcl::Expression& expression, const RepetitionData& repetition) {
    Diagnostics diagnostics;
    const std::optional<hcl::Traversal> traversal = triggerTraversal(expression, repetition, diagnostics);
    if (!traversal || diagnostics.hasErrors())
        return diagnostics;
    return addrs::parseReference(*traversal);
}

} // namespace planlens::engine
