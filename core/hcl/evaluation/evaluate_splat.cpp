// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/evaluation_error.h"
#include "core/hcl/evaluation/local_scope.h"
#include "core/hcl/syntax.h"
#include "core/values/operations.h"

#include <algorithm>

namespace planlens::hcl::syntax {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using values::MarkSet;
using values::Type;

/// Whether values can be the elements of one list: their types are equal, ignoring dynamic ones.
bool haveOneType(const std::vector<Value>& elements) {
    Type type = Type::dynamic();
    for (const Value& element : elements) {
        if (type.isDynamic())
            type = element.type();
        else if (!element.type().isDynamic() && element.type() != type)
            return false;
    }
    return true;
}

/// Applies the steps after the star to elements.
class Rest {
public:
    Rest(const Splat& splat, const Scope* scope)
        : m_splat(splat)
        , m_scope(scope, *splat.item) {}

    Result<Value> apply(Value element) {
        m_scope.setElement(std::move(element));
        return m_splat.each->evaluate(&m_scope);
    }
    /// Returns the type of the results for a sequence of which only the type is known.
    Type resultType(Type sequence, Diagnostics& diagnostics) {
        const auto typeFor = [&](Type element) {
            return std::move(apply(Value::unknown(element))).into(diagnostics)->type();
        };
        if (!sequence.isTuple())
            return Type::list(typeFor(sequence.elementType()));
        std::vector<Type> types;
        for (const Type element : sequence.tupleTypes())
            types.push_back(typeFor(element));
        return Type::tuple(std::move(types));
    }

    Type typeAfterFailure(Type sequence) {
        Diagnostics repeated;
        m_scope.continueForTypes();
        return resultType(sequence, repeated);
    }

private:
    const Splat& m_splat;
    SplatScope m_scope;
};

/// Returns the type of a splat over a sequence with these results.
Type typeOf(const std::vector<Value>& results, Type sequence) {
    std::vector<Type> types;
    for (const Value& result : results)
        types.push_back(result.type());
    if (sequence.isTuple())
        return Type::tuple(std::move(types));
    const bool isOne = std::ranges::all_of(types, [&](const Type& type) { return type == types.front(); });
    return Type::list(isOne && !types.empty() ? types.front() : Type::dynamic());
}

/// Returns the unknown result for an unknown sequence, refined with its length bounds.
Value unknownResults(Type type, const Value& sequence) {
    values::Refinement known;
    known.notNull = true;
    if (type.isList() && sequence.type().isCollection()) {
        const Value unmarked = sequence.unmarked();
        if (const values::Refinement* source = unmarked.refinement()) {
            known.minLength = source->minLength;
            known.maxLength = source->maxLength;
        }
    }
    return Value::unknown(type, std::move(known)).withMarks(sequence.marks());
}

} // namespace

Result<Value> Splat::evaluate(const Scope* scope) const {
    Result<Value> given = source->evaluate(scope);
    Diagnostics diagnostics = std::move(given.diagnostics);
    if (diagnostics.hasErrors())
        return {Value::dynamicUnknown(), std::move(diagnostics)};

    Value sequence = *std::move(given);
    const bool isSingle = !sequence.type().isTuple() && !sequence.type().isList() && !sequence.type().isSet();
    if (sequence.isNull()) {
        if (isSingle)
            return {Value::emptyTuple().withMarks(sequence.marks()), std::move(diagnostics)};
        diagnostics.append(evaluationError(
            "Splat of null value", "Splat expressions (with the * symbol) cannot be applied to null sequences.",
            {source->range(), SourceRange::between(source->range(), markerRange), *source, scope}));
        return {Value::dynamicUnknown(), std::move(diagnostics)};
    }
    if (sequence.type().isDynamic())
        return {Value::dynamicUnknown().withMarks(sequence.marks()), std::move(diagnostics)};

    // A single value is treated as a tuple of itself, or as an empty one if it turns out to be null.
    const bool mayBecomeEmpty = isSingle && !sequence.isKnown() && !sequence.unmarked().isKnownNotNull();
    if (isSingle) {
        const MarkSet own = sequence.marks();
        sequence = Value::tuple({std::move(sequence)}).withMarks(own);
    }
    Rest rest(*this, scope);
    if (!sequence.isKnown()) {
        const Type type = rest.resultType(sequence.type(), diagnostics);
        return {unknownResults(type, sequence), std::move(diagnostics)};
    }

    const MarkSet marks = sequence.marks();
    const Value elements = sequence.unmarked();
    std::vector<Value> results;
    results.reserve(elements.size());
    bool failed = false;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        Result<Value> result = rest.apply(elements.element(i));
        failed = failed || result.hasErrors();
        results.push_back(*std::move(result).into(diagnostics));
    }
    if (mayBecomeEmpty)
        return {Value::dynamicUnknown().withMarks(marks), std::move(diagnostics)};
    if (failed) {
        // If only types are needed, those of the results suffice: evaluating nested splats twice would
        // double the work with every level.
        const Type type = isForTypes(scope) ? typeOf(results, elements.type()) : rest.typeAfterFailure(elements.type());
        return {Value::unknown(type).withMarks(marks), std::move(diagnostics)};
    }
    if (elements.type().isTuple())
        return {Value::tuple(std::move(results)).withMarks(marks), std::move(diagnostics)};
    if (results.empty())
        return {Value::emptyList(rest.resultType(elements.type(), diagnostics).elementType()).withMarks(marks),
                std::move(diagnostics)};
    if (haveOneType(results))
        return {Value::list(std::move(results)).withMarks(marks), std::move(diagnostics)};
    Diagnostic mixed = Diagnostic::error(
        "Invalid nested splat expressions",
        "The second level of splat expression produced elements of different types, so it isn't possible to construct "
        "a "
        "valid list to represent the top-level result.\n\nConsider using a for expression instead, to produce a "
        "tuple-typed result which can therefore have non-homogenous element types.",
        each->range());
    mixed.context = range();
    diagnostics.append(std::move(mixed));
    return {Value::dynamicUnknown(), std::move(diagnostics)};
}

} // namespace planlens::hcl::syntax
