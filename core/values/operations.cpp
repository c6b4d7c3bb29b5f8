// SPDX-License-Identifier: MPL-2.0
#include "core/values/operations.h"

#include "core/values/equality.h"
#include "core/values/nodes.h"
#include "core/values/set_order.h"

#include <limits>

namespace planlens::values {
namespace {

using detail::unknownBool;

bool anyMarked(const Value& a, const Value& b) {
    return a.isMarked() || b.isMarked();
}

/// Applies the operation without marks and adds those of both operands to the result.
template <typename Operation>
Value withoutMarks(const Operation& operation, const Value& a, const Value& b) {
    return operation(a.unmarked(), b.unmarked()).withSameMarks({a, b});
}

bool isUnknownOrDynamic(const Value& value) {
    return value.type().isDynamic() || !value.isKnown();
}

bool isKnownBool(const Value& value, bool content) {
    return value.type().isBool() && value.isKnownNotNull() && value.isKnown() && value.asBool() == content;
}

/// The possible range of a number; nothing if not even its type is known.
struct Range {
    Number lower = Number::infinity(true);
    Number upper = Number::infinity(false);
};

std::optional<Range> rangeOf(const Value& value) {
    if (value.type().isDynamic())
        return std::nullopt;
    if (const Refinement* known = value.refinement()) {
        Range range;
        if (known->lower)
            range.lower = known->lower->number;
        if (known->upper)
            range.upper = known->upper->number;
        return range;
    }
    if (value.isNull())
        return Range{};
    return Range{value.asNumber(), value.asNumber()};
}

Refinement notNull() {
    Refinement known;
    known.notNull = true;
    return known;
}

/// Returns an unknown number bounded by the results for the ends of both ranges; `combine` returns
/// nothing if its result is undefined.
template <typename Combine>
Value unknownNumber(const Value& a, const Value& b, const Combine& combine) {
    Refinement known = notNull();
    const auto left = rangeOf(a);
    const auto right = rangeOf(b);
    if (!left || !right)
        return Value::unknown(Type::number(), known);
    const std::optional<Number> ends[] = {combine(left->lower, right->lower), combine(left->lower, right->upper),
                                          combine(left->upper, right->lower), combine(left->upper, right->upper)};
    Range range{Number::infinity(false), Number::infinity(true)};
    for (const auto& end : ends) {
        if (!end)
            return Value::unknown(Type::number(), known);
        if (*end < range.lower)
            range.lower = *end;
        if (*end > range.upper)
            range.upper = *end;
    }
    if (!(range.lower == Number::infinity(true)))
        known.lower = Refinement::Bound{range.lower, true};
    if (!(range.upper == Number::infinity(false)))
        known.upper = Refinement::Bound{range.upper, true};
    return Value::unknown(Type::number(), known);
}

std::optional<Number> sum(const Number& a, const Number& b) {
    return Number::canAdd(a, b) ? std::optional(a + b) : std::nullopt;
}
std::optional<Number> difference(const Number& a, const Number& b) {
    return Number::canAdd(a, -b) ? std::optional(a - b) : std::nullopt;
}
std::optional<Number> product(const Number& a, const Number& b) {
    return Number::canMultiply(a, b) ? std::optional(a * b) : std::nullopt;
}

/// The order of two numbers, which is decided if their ranges do not overlap.
enum class Order { Less, Greater, Undecided };

Order orderOfRanges(const Value& a, const Value& b) {
    const auto left = rangeOf(a);
    const auto right = rangeOf(b);
    if (!left || !right)
        return Order::Undecided;
    if (left->upper < right->lower)
        return Order::Less;
    return left->lower > right->upper ? Order::Greater : Order::Undecided;
}

/// Returns the position in a list or tuple that a number denotes.
std::optional<std::size_t> positionIn(const Value& key, std::size_t count) {
    const auto position = key.asNumber().toInt64();
    if (!position || *position < 0 || static_cast<std::size_t>(*position) >= count)
        return std::nullopt;
    return static_cast<std::size_t>(*position);
}

} // namespace

Value add(const Value& a, const Value& b) {
    if (anyMarked(a, b))
        return withoutMarks(add, a, b);
    if (isUnknownOrDynamic(a) || isUnknownOrDynamic(b))
        return unknownNumber(a, b, sum);
    return Value::number(a.asNumber() + b.asNumber());
}

Value subtract(const Value& a, const Value& b) {
    if (anyMarked(a, b))
        return withoutMarks(subtract, a, b);
    if (isUnknownOrDynamic(a) || isUnknownOrDynamic(b))
        return unknownNumber(a, b, difference);
    return Value::number(a.asNumber() - b.asNumber());
}

Value multiply(const Value& a, const Value& b) {
    if (anyMarked(a, b))
        return withoutMarks(multiply, a, b);
    if (isUnknownOrDynamic(a) || isUnknownOrDynamic(b))
        return unknownNumber(a, b, product);
    return Value::number(a.asNumber() * b.asNumber());
}

Value divide(const Value& a, const Value& b) {
    if (anyMarked(a, b))
        return withoutMarks(divide, a, b);
    if (isUnknownOrDynamic(a) || isUnknownOrDynamic(b))
        return Value::unknown(Type::number(), notNull());
    return Value::number(a.asNumber() / b.asNumber());
}

Value modulo(const Value& a, const Value& b) {
    if (anyMarked(a, b))
        return withoutMarks(modulo, a, b);
    if (isUnknownOrDynamic(a) || isUnknownOrDynamic(b))
        return Value::unknown(Type::number(), notNull());
    return Value::number(Number::modulo(a.asNumber(), b.asNumber()));
}

Value negate(const Value& a) {
    if (a.isMarked())
        return negate(a.unmarked()).withMarks(a.marks());
    if (isUnknownOrDynamic(a))
        return Value::unknown(Type::number(), notNull());
    return Value::number(-a.asNumber());
}

Value absolute(const Value& a) {
    if (a.isMarked())
        return absolute(a.unmarked()).withMarks(a.marks());
    if (isUnknownOrDynamic(a)) {
        Refinement known = notNull();
        known.lower = Refinement::Bound{Number(0), true};
        return Value::unknown(Type::number(), known);
    }
    return Value::number(a.asNumber().absolute());
}

Value logicalNot(const Value& a) {
    if (a.isMarked())
        return logicalNot(a.unmarked()).withMarks(a.marks());
    return isUnknownOrDynamic(a) ? unknownBool() : Value::boolean(!a.asBool());
}

Value logicalAnd(const Value& a, const Value& b) {
    if (anyMarked(a, b))
        return withoutMarks(logicalAnd, a, b);
    if (isUnknownOrDynamic(a) || isUnknownOrDynamic(b))
        return isKnownBool(a, false) || isKnownBool(b, false) ? Value::boolean(false) : unknownBool();
    return Value::boolean(a.asBool() && b.asBool());
}

Value logicalOr(const Value& a, const Value& b) {
    if (anyMarked(a, b))
        return withoutMarks(logicalOr, a, b);
    if (isUnknownOrDynamic(a) || isUnknownOrDynamic(b))
        return isKnownBool(a, true) || isKnownBool(b, true) ? Value::boolean(true) : unknownBool();
    return Value::boolean(a.asBool() || b.asBool());
}

Value lessThan(const Value& a, const Value& b) {
    if (anyMarked(a, b))
        return withoutMarks(lessThan, a, b);
    if (!isUnknownOrDynamic(a) && !isUnknownOrDynamic(b))
        return Value::boolean(a.asNumber() < b.asNumber());
    const Order order = orderOfRanges(a, b);
    return order == Order::Undecided ? unknownBool() : Value::boolean(order == Order::Less);
}

Value greaterThan(const Value& a, const Value& b) {
    if (anyMarked(a, b))
        return withoutMarks(greaterThan, a, b);
    if (!isUnknownOrDynamic(a) && !isUnknownOrDynamic(b))
        return Value::boolean(a.asNumber() > b.asNumber());
    const Order order = orderOfRanges(a, b);
    return order == Order::Undecided ? unknownBool() : Value::boolean(order == Order::Greater);
}

Value lessThanOrEqual(const Value& a, const Value& b) {
    return logicalOr(lessThan(a, b), equals(a, b));
}

Value greaterThanOrEqual(const Value& a, const Value& b) {
    return logicalOr(greaterThan(a, b), equals(a, b));
}

Value index(const Value& collection, const Value& key) {
    if (anyMarked(collection, key))
        return withoutMarks(index, collection, key);
    const Type type = collection.type();
    if (type.isDynamic())
        return Value::dynamicUnknown();
    if (type.isTuple()) {
        if (isUnknownOrDynamic(key))
            return Value::dynamicUnknown();
        const auto position = positionIn(key, type.tupleTypes().size());
        assert(position);
        if (!position)
            return Value::dynamicUnknown();
        return collection.isKnown() ? collection.element(*position) : Value::unknown(type.tupleTypes()[*position]);
    }
    assert(type.isList() || type.isMap());
    if (isUnknownOrDynamic(key) || !collection.isKnown())
        return Value::unknown(type.elementType());
    if (type.isMap()) {
        const Value* found = collection.find(key.asString());
        return found ? *found : Value::null(type.elementType());
    }
    const auto position = positionIn(key, collection.size());
    assert(position);
    return position ? collection.element(*position) : Value::null(type.elementType());
}

Value hasIndex(const Value& collection, const Value& key) {
    if (anyMarked(collection, key))
        return withoutMarks(hasIndex, collection, key);
    const Type type = collection.type();
    if (type.isDynamic() || key.type().isDynamic())
        return unknownBool();
    assert(type.isList() || type.isMap() || type.isTuple());
    const bool rightKey = type.isMap() ? key.type().isString() : key.type().isNumber();
    if (!rightKey)
        return Value::boolean(false);
    if (!key.isKnown() || (!collection.isKnown() && !type.isTuple()))
        return unknownBool();
    if (key.isNull() || (collection.isNull() && !type.isTuple()))
        return Value::boolean(false);
    if (type.isMap())
        return Value::boolean(collection.find(key.asString()) != nullptr);
    return Value::boolean(positionIn(key, collection.size()).has_value());
}

Value hasElement(const Value& set, const Value& element) {
    if (anyMarked(set, element))
        return withoutMarks(hasElement, set, element);
    assert(set.type().isDynamic() || (set.type().isSet() && !set.isNull()));
    if (!set.isKnown())
        return unknownBool();
    const Type elementType = set.type().elementType();
    const bool sameType = element.type() == elementType;
    if (!sameType && !element.type().isDynamic() && !elementType.isDynamic())
        return Value::boolean(false);
    if (!element.isKnown())
        return unknownBool();
    if (!sameType)
        return Value::boolean(false);
    if (detail::setContains(set, element.unmarkedDeep()))
        return Value::boolean(true);
    return set.isWhollyKnown() ? Value::boolean(false) : unknownBool();
}

Value length(const Value& collection) {
    if (collection.isMarked())
        return length(collection.unmarked()).withMarks(collection.marks());
    const Type type = collection.type();
    if (type.isTuple() || (type.isObject() && collection.isKnown()))
        return Value::number(static_cast<std::int64_t>(collection.size()));
    constexpr std::int64_t greatestLength = std::numeric_limits<std::int64_t>::max();
    Refinement known = notNull();
    if (const Refinement* refinement = collection.refinement()) {
        known.lower = Refinement::Bound{Number(refinement->minLength), true};
        known.upper = Refinement::Bound{Number(refinement->maxLength.value_or(greatestLength)), true};
        return Value::unknown(Type::number(), known);
    }
    const auto stored = static_cast<std::int64_t>(collection.size());
    if (!type.isSet() || stored == 1 || collection.isWhollyKnown())
        return Value::number(stored);
    // Unknown elements may turn out to be equal.
    known.lower = Refinement::Bound{Number(1), true};
    known.upper = Refinement::Bound{Number(stored), true};
    return Value::unknown(Type::number(), known);
}

} // namespace planlens::values
