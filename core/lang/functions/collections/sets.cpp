// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/evaluation_budget.h"
#include "core/lang/functions/builtins.h"
#include "core/values/conversion/convert.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace planlens::lang {
namespace {

using hcl::syntax::EvaluationBudget;

struct ValueHash {
    std::size_t operator()(const Value& value) const { return value.hash(); }
};
using Lookup = std::unordered_set<Value, ValueHash>;

Lookup lookupOf(const Value& set) {
    const std::vector<Value> elements = elementsOf(set);
    return {elements.begin(), elements.end()};
}

// --- setunion, setintersection, setsubtract

/// Empty sets of the dynamic type are compatible with any other.
TypeOutcome combinedType(Arguments arguments) {
    std::vector<Type> types;
    for (const Value& argument : arguments) {
        const Type element = argument.type().elementType();
        if (!(argument.isKnown() && argument.size() == 0 && element.isDynamic()))
            types.push_back(element);
    }
    if (types.empty())
        return Type::set(Type::dynamic());
    const auto common = unifiedType(types);
    if (!common)
        return fail("given sets must all have compatible element types");
    return Type::set(*common);
}

/// Returns the sets, converted to one type.
hcl::FunctionOutcome<std::vector<Value>> converted(Arguments arguments, Type type) {
    std::vector<Value> sets;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        auto set = values::convert(arguments[i], type);
        if (!set)
            return Failure{FunctionError{set.error().message, i, set.error().path}};
        sets.push_back(*std::move(set));
    }
    return sets;
}

ValueOutcome setUnion(Arguments arguments, Type type) {
    const auto sets = converted(arguments, type);
    if (!sets)
        return Failure{sets.error()};
    std::vector<Value> all;
    for (const Value& set : *sets) {
        std::vector<Value> elements = elementsOf(set);
        std::move(elements.begin(), elements.end(), std::back_inserter(all));
    }
    return Value::sequence(type, std::move(all));
}

enum class Keep { InAll, InFirstOnly };

/// Returns the elements of the first set that are (not) in the others. Unknown elements may equal any other.
ValueOutcome filtered(Arguments arguments, Type type, Keep keep) {
    const auto sets = converted(arguments, type);
    if (!sets)
        return Failure{sets.error()};
    if (!std::all_of(sets->begin(), sets->end(), [](const Value& set) { return set.isWhollyKnown(); }))
        return unknown(type);
    std::vector<Value> elements = elementsOf(sets->front());
    for (std::size_t i = 1; i < sets->size(); ++i) {
        const Lookup other = lookupOf((*sets)[i]);
        std::erase_if(elements, [&](const Value& element) { return other.contains(element) != (keep == Keep::InAll); });
    }
    return Value::sequence(type, std::move(elements));
}

// --- setproduct

TypeOutcome productType(Arguments arguments) {
    if (arguments.size() < 2)
        return fail("at least two arguments are required");
    bool ordered = true;
    std::vector<Type> elements;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Type type = arguments[i].type();
        if (!isSequence(type))
            return failAt(i, "a set or a list is required");
        ordered = ordered && !type.isSet();
        if (!type.isTuple()) {
            elements.push_back(type.elementType());
            continue;
        }
        const auto types = type.tupleTypes();
        const auto common = types.empty() ? Type::dynamic() : unifiedType({types.begin(), types.end()});
        if (!common)
            return failAt(i, "all elements must be of the same type");
        elements.push_back(*common);
    }
    const Type element = Type::tuple(std::move(elements));
    return ordered ? Type::list(element) : Type::set(element);
}

/// Returns an upper bound of the product's length; nothing if it is unknown or too large to be useful.
std::optional<std::int64_t> greatestLength(Arguments arguments) {
    constexpr std::int64_t greatestFactor = 1024;
    constexpr std::int64_t greatestProduct = 2048;
    std::int64_t product = 1;
    for (const Value& argument : arguments) {
        std::optional<std::int64_t> length;
        if (argument.type().isTuple())
            length = static_cast<std::int64_t>(argument.type().tupleTypes().size());
        else if (argument.isKnown() && isLengthKnown(argument.unmarked()))
            length = static_cast<std::int64_t>(argument.unmarked().size());
        else if (!argument.isKnown())
            length = argument.unmarked().refinement()->maxLength;
        if (!length || *length > greatestFactor)
            return std::nullopt;
        product *= *length;
        if (product > greatestProduct)
            return std::nullopt;
    }
    return product;
}

Value unknownProduct(Arguments arguments, Type type) {
    const auto greatest = greatestLength(arguments);
    if (!greatest)
        return Value::unknown(type);
    values::Refinement length;
    length.notNull = true;
    length.minLength = *greatest == 0 ? 0 : 1;
    length.maxLength = greatest;
    return Value::unknown(type, length);
}

/// The number of combinations; one above the largest that is useful if it is larger than that.
std::size_t productOf(const std::vector<std::vector<Value>>& factors) {
    constexpr std::size_t tooMany = EvaluationBudget::mostElements + 1;
    if (std::ranges::any_of(factors, [](const auto& factor) { return factor.empty(); }))
        return 0;
    std::size_t product = 1;
    for (const auto& factor : factors)
        product = factor.size() >= tooMany / product + 1 ? tooMany : product * factor.size();
    return product;
}

ValueOutcome setProduct(Arguments arguments, Type type) {
    MarkSet marks;
    bool known = true;
    for (const Value& argument : arguments) {
        marks.insert(argument.marks());
        const Value plain = argument.unmarked();
        known = known && plain.isKnown() && isLengthKnown(plain);
    }
    if (!known)
        return unknownProduct(arguments, type).withMarks(marks);
    std::vector<std::vector<Value>> factors;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        factors.push_back(elementsOf(arguments[i].unmarked()));
        for (Value& element : factors.back()) {
            auto converted = values::convert(element, type.elementType().tupleTypes()[i]);
            if (!converted)
                return fail(converted.error().message);
            element = *std::move(converted);
        }
    }
    const std::size_t count = productOf(factors);
    if (!EvaluationBudget::admits(std::max(count, count * factors.size() / 3), 0))
        return fail("the product has too many elements");
    std::vector<Value> tuples;
    tuples.reserve(count);
    for (std::size_t n = 0; n < count; ++n) {
        std::vector<Value> tuple(factors.size());
        std::size_t rest = n;
        for (std::size_t i = factors.size(); i-- > 0; rest /= factors[i].size())
            tuple[i] = factors[i][rest % factors[i].size()];
        tuples.push_back(Value::tuple(std::move(tuple)));
    }
    return Value::sequence(type, std::move(tuples)).withMarks(marks);
}

} // namespace

void addSets(FunctionList& functions) {
    const Type anySet = Type::set(Type::dynamic());
    const auto set = [anySet](const char* name) { return parameter(name, anySet, {Allow::DynamicType}); };
    const auto intersection = [](Arguments arguments, Type type) { return filtered(arguments, type, Keep::InAll); };
    const auto difference = [](Arguments arguments, Type type) { return filtered(arguments, type, Keep::InFirstOnly); };
    add(functions, {.name = "setunion",
                    .parameters = {set("first_set")},
                    .variadic = set("other_sets"),
                    .type = combinedType,
                    .call = setUnion});
    add(functions, {.name = "setintersection",
                    .parameters = {set("first_set")},
                    .variadic = set("other_sets"),
                    .type = combinedType,
                    .call = intersection});
    add(functions,
        {.name = "setsubtract", .parameters = {set("a"), set("b")}, .type = combinedType, .call = difference});
    add(functions, {.name = "setproduct",
                    .variadic = parameter("sets", Type::dynamic(), {Allow::Marked, Allow::Unknown}),
                    .type = productType,
                    .call = setProduct});
}

} // namespace planlens::lang
