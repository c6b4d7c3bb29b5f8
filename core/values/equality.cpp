// SPDX-License-Identifier: MPL-2.0
#include "core/values/equality.h"

#include "core/values/nodes.h"
#include "core/values/operations.h"

#include <algorithm>

namespace planlens::values {
namespace detail {

Value unknownBool() {
    static const Value* const value = [] {
        Refinement known;
        known.notNull = true;
        return new Value(Value::unknown(Type::boolean(), known));
    }();
    return *value;
}

bool conforms(Type given, Type wanted) {
    if (wanted.isDynamic() || given == wanted)
        return true;
    if (given.kind() != wanted.kind())
        return false;
    switch (given.kind()) {
    case Type::Kind::Object: {
        const auto left = given.attributes();
        const auto right = wanted.attributes();
        return std::ranges::equal(left, right, [](const ObjectAttribute& a, const ObjectAttribute& b) {
            return a.name == b.name && conforms(a.type, b.type);
        });
    }
    case Type::Kind::Tuple:
        return std::ranges::equal(given.tupleTypes(), wanted.tupleTypes(), conforms);
    case Type::Kind::List:
    case Type::Kind::Set:
    case Type::Kind::Map:
        return conforms(given.elementType(), wanted.elementType());
    default:
        return false;
    }
}

bool hasWhollyKnownType(const Value& value) {
    if (value.isNull() || value.isWhollyKnown())
        return true;
    const Type type = value.type();
    if (!value.isKnown())
        return value.isMarked() ? !type.isDynamic() : !type.hasDynamic();
    if (value.isMarked())
        return true;
    if (type.isMap())
        return std::ranges::all_of(ValueAccess::entries(value), hasWhollyKnownType, &MapEntry::second);
    return std::ranges::all_of(ValueAccess::elements(value), hasWhollyKnownType);
}

} // namespace detail

namespace {

using detail::conforms;
using detail::unknownBool;

enum class Truth { False, True, Unknown };

Truth compare(const Value& a, const Value& b);

bool isAtLeast(const Number& number, const Refinement::Bound& bound) {
    return bound.inclusive ? number >= bound.number : number > bound.number;
}

bool isAtMost(const Number& number, const Refinement::Bound& bound) {
    return bound.inclusive ? number <= bound.number : number < bound.number;
}

/// Whether the refinement of an unknown value rules out the known one.
bool isExcluded(const Value& unknown, const Value& value) {
    const Refinement& known = *unknown.refinement();
    if (value.isNull())
        return known.notNull;
    if (!conforms(value.type(), unknown.type()))
        return true;
    const Type type = unknown.type();
    if (known.isTrivial())
        return false;
    if (type.isString())
        return !value.asString().starts_with(known.prefix);
    if (type.isNumber()) {
        const Number& number = value.asNumber();
        return (known.lower && !isAtLeast(number, *known.lower)) || (known.upper && !isAtMost(number, *known.upper));
    }
    if (type.isCollection()) {
        // Unknown elements of a set may turn out to be equal.
        const auto greatest = static_cast<std::int64_t>(value.size());
        const bool exact = !type.isSet() || greatest <= 1 || value.isWhollyKnown();
        const std::int64_t least = exact ? greatest : 1;
        return greatest < known.minLength || (known.maxLength && least > *known.maxLength);
    }
    return false;
}

Truth compareSets(const Value& a, const Value& b) {
    const auto left = ValueAccess::elements(a);
    const auto right = ValueAccess::elements(b);
    const auto isUnknown = [](const Value& value) { return !value.isKnown(); };
    if (std::ranges::any_of(left, isUnknown) || std::ranges::any_of(right, isUnknown))
        return Truth::Unknown;
    // Both are in the same order; elements that might be equal do not count as equal.
    const auto same = [](const Value& x, const Value& y) { return compare(x, y) == Truth::True; };
    return std::ranges::equal(left, right, same) ? Truth::True : Truth::False;
}

Truth compareMaps(const Value& a, const Value& b) {
    const auto left = ValueAccess::entries(a);
    const auto right = ValueAccess::entries(b);
    if (!std::ranges::equal(left, right, {}, &detail::MapEntry::first, &detail::MapEntry::first))
        return Truth::False;
    Truth result = Truth::True;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const Truth element = compare(left[i].second, right[i].second);
        if (element == Truth::Unknown)
            return element;
        if (element == Truth::False)
            result = element;
    }
    return result;
}

Truth compareSequences(const Value& a, const Value& b) {
    const auto left = ValueAccess::elements(a);
    const auto right = ValueAccess::elements(b);
    if (left.size() != right.size())
        return Truth::False;
    for (std::size_t i = 0; i < left.size(); ++i)
        if (const Truth element = compare(left[i], right[i]); element != Truth::True)
            return element;
    return Truth::True;
}

Truth compareKnown(const Value& a, const Value& b) {
    switch (a.type().kind()) {
    case Type::Kind::Number:
        return a.asNumber() == b.asNumber() ? Truth::True : Truth::False;
    case Type::Kind::Bool:
        return a.asBool() == b.asBool() ? Truth::True : Truth::False;
    case Type::Kind::String:
        return a.asString() == b.asString() ? Truth::True : Truth::False;
    case Type::Kind::Set:
        return compareSets(a, b);
    case Type::Kind::Map:
        return compareMaps(a, b);
    case Type::Kind::List:
    case Type::Kind::Tuple:
    case Type::Kind::Object:
        return compareSequences(a, b);
    case Type::Kind::Dynamic:
        break;
    }
    return Truth::Unknown;
}

/// Compares a known value with an unknown one whose refinement does not rule it out.
Truth compareWithUnknown(const Value& known, const Value& unknown) {
    if (known.isNull() || unknown.type().hasDynamic() || known.type() == unknown.type())
        return Truth::Unknown;
    return Truth::False;
}

/// Compares unmarked values.
Truth compare(const Value& a, const Value& b) {
    if ((a.isNull() && b.isKnownNotNull()) || (b.isNull() && a.isKnownNotNull()))
        return Truth::False;
    const bool leftKnown = a.isKnown();
    const bool rightKnown = b.isKnown();
    if (!leftKnown && !rightKnown)
        return Truth::Unknown;
    if (!rightKnown)
        return isExcluded(b, a) ? Truth::False : compareWithUnknown(a, b);
    if (!leftKnown)
        return isExcluded(a, b) ? Truth::False : compareWithUnknown(b, a);
    if (a.isNull() && b.isNull())
        return Truth::True;
    if (a.isNull() || b.isNull())
        return Truth::False;
    if (!detail::hasWhollyKnownType(a) || !detail::hasWhollyKnownType(b)) {
        const bool possible = conforms(a.type(), b.type()) || conforms(b.type(), a.type());
        return possible ? Truth::Unknown : Truth::False;
    }
    return a.type() == b.type() ? compareKnown(a, b) : Truth::False;
}

} // namespace

Value equals(const Value& a, const Value& b) {
    if (a.containsMarked() || b.containsMarked()) {
        // If only one is null, the content of the other does not matter.
        const bool shallow = a.isNull() != b.isNull();
        MarkSet marks = shallow ? a.marks() : a.marksDeep();
        marks.insert(shallow ? b.marks() : b.marksDeep());
        return equals(a.unmarkedDeep(), b.unmarkedDeep()).withMarks(marks);
    }
    switch (compare(a, b)) {
    case Truth::False:
        return Value::boolean(false);
    case Truth::True:
        return Value::boolean(true);
    case Truth::Unknown:
        break;
    }
    return unknownBool();
}

} // namespace planlens::values
