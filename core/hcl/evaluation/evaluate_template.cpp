// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/evaluation_budget.h"
#include "core/hcl/evaluation/evaluation_error.h"
#include "core/hcl/syntax.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/known_prefix.h"

#include <fmt/format.h>

namespace planlens::hcl::syntax {
namespace {

using diags::Diagnostics;
using diags::Result;
using values::MarkSet;
using values::Type;

constexpr const char* invalidPart = "Invalid template interpolation value";

/// Returns an unknown string with the text before its first unknown part as prefix.
Value unknownFrom(std::string_view beginning) {
    constexpr std::size_t longestPrefix = 128;
    values::Refinement known;
    known.notNull = true;
    known.prefix = values::safeKnownPrefix(beginning.substr(0, longestPrefix));
    return Value::unknown(Type::string(), std::move(known));
}

} // namespace

Result<Value> Template::evaluate(const Scope* scope) const {
    std::string text;
    MarkSet marks;
    Diagnostics diagnostics;
    bool isKnown = true;
    EvaluationBudget budget;
    for (const ExpressionPtr& part : parts) {
        const Value value = *part->evaluate(scope).into(diagnostics);
        if (value.isNull()) {
            diagnostics.append(evaluationError(
                invalidPart, "The expression result is null. Cannot include a null value in a string template.",
                {part->range(), range(), *part, scope}));
            continue;
        }
        marks.insert(value.marks());
        if (!value.isKnown()) {
            isKnown = false;
            continue;
        }
        const auto string = values::convert(value.unmarked(), Type::string());
        if (!string) {
            diagnostics.append(evaluationError(
                invalidPart,
                fmt::format("Cannot include the given value in a string template: {}.", string.error().message),
                {part->range(), range(), *part, scope}));
            continue;
        }
        if (isKnown && !diagnostics.hasErrors())
            text += string->asString();
    }
    if (isKnown && !budget.addBytes(text.size()) && !diagnostics.hasErrors()) {
        diagnostics.append(tooLarge(range()));
        return {Value::unknown(Type::string()).withMarks(marks), std::move(diagnostics)};
    }
    if (isKnown)
        return {Value::string(text).withMarks(marks), std::move(diagnostics)};
    return {unknownFrom(diagnostics.hasErrors() ? std::string_view() : text).withMarks(marks), std::move(diagnostics)};
}

Result<Value> TemplateJoin::evaluate(const Scope* scope) const {
    Result<Value> result = tuple->evaluate(scope);
    Diagnostics diagnostics = std::move(result.diagnostics);
    if (!result->type().isTuple() || !result->isKnown() || result->isNull())
        return {Value::unknown(Type::string()), std::move(diagnostics)};
    MarkSet marks = result->marks();
    const Value pieces = result->unmarked();
    std::string text;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Value& piece = pieces.element(i);
        if (piece.isNull()) {
            diagnostics.append(evaluationError(
                invalidPart, "An iteration result is null. Cannot include a null value in a string template.",
                {range(), {}, *this, scope}));
            continue;
        }
        // The marks of the parts count only if all of them are known, as in the reference.
        if (piece.type().isDynamic())
            return {Value::unknown(Type::string()).withMarks(result->marks()), std::move(diagnostics)};
        const auto string = values::convert(piece, Type::string());
        if (!string) {
            diagnostics.append(evaluationError(
                invalidPart,
                fmt::format("Cannot include one of the interpolation results into the string template: {}.",
                            string.error().message),
                {range(), {}, *this, scope}));
            continue;
        }
        if (!piece.isKnown())
            return {Value::unknown(Type::string()).withMarks(result->marks()), std::move(diagnostics)};
        marks.insert(string->marks());
        text += string->unmarked().asString();
    }
    return {Value::string(text).withMarks(marks), std::move(diagnostics)};
}

} // namespace planlens::hcl::syntax
