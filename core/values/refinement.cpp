// SPDX-License-Identifier: MPL-2.0
#include "core/values/nodes.h"
#include "core/values/operations.h"
#include "core/values/text/nfc.h"

#include <limits>

namespace planlens::values {
namespace {

using Bound = Refinement::Bound;

/// Length at which a bound means nothing: the reference's collections have at most this many elements.
constexpr std::int64_t anyLength = std::numeric_limits<std::int64_t>::max();

void raiseLower(std::optional<Bound>& bound, const Bound& wanted) {
    if (wanted.number.isInfinite() && wanted.number.isNegative())
        return;
    if (bound) {
        const bool narrower =
            wanted.inclusive && !bound->inclusive ? wanted.number > bound->number : wanted.number >= bound->number;
        if (!narrower)
            return;
    }
    bound = wanted;
}

void sinkUpper(std::optional<Bound>& bound, const Bound& wanted) {
    if (wanted.number.isInfinite() && !wanted.number.isNegative())
        return;
    if (bound) {
        const bool narrower =
            wanted.inclusive && !bound->inclusive ? wanted.number < bound->number : wanted.number <= bound->number;
        if (!narrower)
            return;
    }
    bound = wanted;
}

/// Merges both refinements; keeps only the parts that apply to the type.
Refinement merged(Type type, Refinement known, const Refinement& more) {
    known.notNull |= more.notNull;
    if (type.isString()) {
        std::string prefix = toNfc(more.prefix);
        if (prefix.size() > known.prefix.size())
            known.prefix = std::move(prefix);
    } else if (type.isNumber()) {
        if (more.lower)
            raiseLower(known.lower, *more.lower);
        if (more.upper)
            sinkUpper(known.upper, *more.upper);
    } else if (type.isCollection()) {
        known.minLength = std::max(known.minLength, more.minLength);
        if (more.maxLength && *more.maxLength != anyLength)
            known.maxLength = std::min(known.maxLength.value_or(anyLength), *more.maxLength);
    }
    return known;
}

/// Returns the only possible value, if there is just one.
std::optional<Value> onlyValue(Type type, const Refinement& known) {
    if (!known.notNull)
        return std::nullopt;
    if (type.isNumber() && known.lower && known.upper && known.lower->inclusive && known.upper->inclusive &&
        known.lower->number == known.upper->number)
        return Value::number(known.lower->number);
    if (!type.isCollection() || known.maxLength != known.minLength)
        return std::nullopt;
    const std::int64_t length = known.minLength;
    const Type element = type.elementType();
    if (length == 0)
        return type.isMap()    ? Value::emptyMap(element)
               : type.isList() ? Value::emptyList(element)
                               : Value::emptySet(element);
    // Providers could claim any length; a list of a million unknown elements is useless.
    constexpr std::int64_t greatestLength = 1'000'000;
    if (type.isList() && length <= greatestLength)
        return Value::list(std::vector<Value>(static_cast<std::size_t>(length), Value::unknown(element)));
    if (type.isSet() && length == 1)
        return Value::set({Value::unknown(element)});
    return std::nullopt;
}

} // namespace

Value Value::unknown(Type type, Refinement refinement) {
    type = type.withoutOptionalAttributes();
    if (type.isDynamic())
        return unknown(type);
    Refinement known = merged(type, {}, refinement);
    if (known.isTrivial())
        return unknown(type);
    if (auto only = onlyValue(type, known))
        return *only;
    return Value(type, detail::NodePtr(new detail::UnknownNode(std::move(known))));
}

Value refine(const Value& value, const Refinement& refinement) {
    const Refinement* known = value.refinement();
    if (!known || value.type().isDynamic())
        return value;
    return Value::unknown(value.type(), merged(value.type(), *known, refinement)).withMarks(value.marks());
}

Value refineNotNull(const Value& value) {
    const Refinement* known = value.refinement();
    if (!known || known->notNull)
        return value;
    Refinement notNull;
    notNull.notNull = true;
    return refine(value, notNull);
}

} // namespace planlens::values
