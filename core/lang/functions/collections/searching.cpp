// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/characters.h"
#include "core/lang/functions/builtins.h"
#include "core/values/conversion/convert.h"
#include "core/values/operations.h"

#include <fmt/format.h>

#include <unordered_set>

namespace planlens::lang {
namespace {

// --- length

TypeOutcome lengthType(Arguments arguments) {
    const Type type = arguments[0].type();
    if (type.isNumber() || type.isBool())
        return fail("argument must be a string, a collection type, or a structural type");
    return Type::number();
}

ValueOutcome length(Arguments arguments, Type returnType) {
    const Value value = arguments[0].unmarked();
    const Type type = value.type();
    const auto result = [&]() -> Value {
        if (type.isTuple())
            return Value::number(static_cast<std::int64_t>(type.tupleTypes().size()));
        if (type.isObject())
            return Value::number(static_cast<std::int64_t>(type.attributes().size()));
        if (type.isCollection())
            return values::length(value);
        if (!type.isString())
            return Value::unknown(returnType);
        if (value.isKnown())
            return Value::number(static_cast<std::int64_t>(hcl::countGraphemes(value.asString())));
        values::Refinement atLeast;
        atLeast.notNull = true;
        atLeast.lower = {Number(static_cast<std::int64_t>(hcl::countGraphemes(value.refinement()->prefix))), true};
        return Value::unknown(returnType, atLeast);
    }();
    return result.withMarks(arguments[0].marks());
}

// --- contains, index, matchkeys

ValueOutcome contains(Arguments arguments, Type type) {
    const Value& list = arguments[0];
    if (!isSequence(list.type()))
        return fail("argument must be list, tuple, or set");
    bool perhaps = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Value equal = values::equals(arguments[1], list.element(i));
        if (!equal.isKnown())
            perhaps = true;
        else if (equal.asBool())
            return equal;
    }
    return perhaps ? unknown(type) : Value::boolean(false);
}

ValueOutcome index(Arguments arguments, Type type) {
    const Value& list = arguments[0];
    if (!list.type().isList() && !list.type().isTuple())
        return fail("argument must be a list or tuple");
    if (list.size() == 0)
        return fail("cannot search an empty list");
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Value equal = values::equals(list.element(i), arguments[1]);
        if (!equal.isKnown())
            return unknown(type);
        if (equal.asBool())
            return Value::number(static_cast<std::int64_t>(i));
    }
    return fail("item not found");
}

TypeOutcome matchedType(Arguments arguments) {
    if (!unifiedType({arguments[1].type(), arguments[2].type()}))
        return fail("keys and searchset must be of the same type");
    return arguments[0].type();
}

bool areTextsOrNumbers(const Value& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Value& element = list.element(i);
        if (element.isMarked() || !element.isKnown() || element.isNull() ||
            !(element.type().isString() || element.type().isNumber()))
            return false;
    }
    return true;
}

ValueOutcome matchKeys(Arguments arguments, Type type) {
    const Value& list = arguments[0];
    if (list.size() != arguments[1].size())
        return fail("length of keys and values should be equal");
    const Type common = *unifiedType({arguments[1].type(), arguments[2].type()});
    const auto keys = values::convert(arguments[1], common);
    const auto wanted = values::convert(arguments[2], common);
    if (!keys || !wanted)
        return fail((keys ? wanted : keys).error().message);
    if (wanted->size() == 0)
        return Value::sequence(type, {});
    if (!list.isWhollyKnown() || !keys->isWhollyKnown())
        return unknown(type);
    std::vector<Value> matches;
    if (areTextsOrNumbers(*keys) && areTextsOrNumbers(*wanted)) {
        const auto hash = [](const Value& value) { return value.hash(); };
        std::unordered_set<Value, decltype(hash)> all; // comparing all pairs takes too long for large lists
        for (std::size_t i = 0; i < wanted->size(); ++i)
            all.insert(wanted->element(i));
        for (std::size_t i = 0; i < keys->size(); ++i)
            if (all.contains(keys->element(i)))
                matches.push_back(list.element(i));
        return Value::sequence(type, std::move(matches));
    }
    for (std::size_t i = 0; i < keys->size(); ++i) {
        for (std::size_t j = 0; j < wanted->size(); ++j) {
            const Value equal = values::equals(keys->element(i), wanted->element(j));
            if (!equal.isKnown())
                return Value::sequence(type, {});
            if (equal.asBool()) {
                matches.push_back(list.element(i));
                break;
            }
        }
    }
    return Value::sequence(type, std::move(matches));
}

// --- one, sum, alltrue, anytrue

constexpr const char* notOne = "must be a list, set, or tuple value with either zero or one elements";

TypeOutcome oneType(Arguments arguments) {
    const Type type = arguments[0].type();
    if (type.isList() || type.isSet())
        return type.elementType();
    if (type.isTuple() && type.tupleTypes().size() < 2)
        return type.tupleTypes().empty() ? Type::dynamic() : type.tupleTypes()[0];
    return failAt(0, notOne);
}

ValueOutcome one(Arguments arguments, Type type) {
    const Value& list = arguments[0];
    if (!isLengthKnown(list))
        return unknown(type);
    if (list.size() > 1)
        return failAt(0, notOne);
    return list.size() == 0 ? Value::null(type) : list.element(0);
}

ValueOutcome sum(Arguments arguments, Type type) {
    const Value& list = arguments[0];
    if (list.type().isPrimitive())
        return failAt(0, "cannot sum noniterable");
    if (list.size() == 0)
        return failAt(0, "cannot sum an empty list");
    if (!isSequence(list.type())) {
        return failAt(0, fmt::format("argument must be list, set, or tuple. Received {}", list.type().friendlyName()));
    }
    if (!list.isWhollyKnown())
        return unknown(type);
    Number total;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto number = values::convert(list.element(i), Type::number());
        if (!number || number->isNull())
            return failAt(0, "argument must be list, set, or tuple of number values");
        if (!Number::canAdd(total, number->asNumber()))
            return fail("can't compute sum of opposing infinities");
        total = i == 0 ? number->asNumber() : total + number->asNumber();
    }
    return Value::number(total);
}

ValueOutcome allTrue(Arguments arguments, Type type) {
    for (std::size_t i = 0; i < arguments[0].size(); ++i) {
        const Value& value = arguments[0].element(i);
        if (!value.isKnown())
            return unknown(type);
        if (value.isNull() || !value.asBool())
            return Value::boolean(false);
    }
    return Value::boolean(true);
}

ValueOutcome anyTrue(Arguments arguments, Type type) {
    bool perhaps = false;
    for (std::size_t i = 0; i < arguments[0].size(); ++i) {
        const Value& value = arguments[0].element(i);
        if (!value.isKnown())
            perhaps = true;
        else if (!value.isNull() && value.asBool())
            return Value::boolean(true);
    }
    return perhaps ? unknown(type) : Value::boolean(false);
}

// --- coalesce, coalescelist

TypeOutcome coalescedType(Arguments arguments) {
    std::vector<Type> types;
    for (const Value& argument : arguments)
        types.push_back(argument.type());
    const auto common = unifiedType(types);
    if (!common)
        return fail("all arguments must have the same type");
    return *common;
}

ValueOutcome coalesce(Arguments arguments, Type type) {
    for (const Value& argument : arguments) {
        auto value = values::convert(argument, type);
        if (!value)
            return fail(value.error().message);
        if (!value->isKnown())
            return unknown(type);
        if (!value->isNull() && !(type.isString() && value->asString().empty()))
            return *std::move(value);
    }
    return fail("no non-null, non-empty-string arguments");
}

TypeOutcome coalescedListType(Arguments arguments) {
    if (arguments.empty())
        return fail("at least one argument is required");
    bool sameType = true;
    for (const Value& argument : arguments) {
        if (!argument.isKnown())
            return Type::dynamic();
        if (!argument.type().isList() && !argument.type().isTuple())
            return fail("coalescelist arguments must be lists or tuples");
        sameType = sameType && argument.type() == arguments[0].type();
    }
    return sameType ? arguments[0].type() : Type::dynamic();
}

ValueOutcome coalesceList(Arguments arguments, Type type) {
    for (const Value& argument : arguments) {
        if (!argument.isKnown())
            return unknown(type);
        if (!argument.isNull() && argument.size() > 0)
            return argument;
    }
    return fail("no non-null arguments");
}

} // namespace

void addSearching(FunctionList& functions) {
    const Type anyList = Type::list(Type::dynamic());
    const Type booleans = Type::list(Type::boolean());
    add(functions,
        {.name = "length",
         .parameters = {parameter("value", Type::dynamic(), {Allow::DynamicType, Allow::Unknown, Allow::Marked})},
         .type = lengthType,
         .call = length});
    add(functions, {.name = "contains",
                    .parameters = {parameter("list", Type::dynamic()), parameter("value", Type::dynamic())},
                    .type = always(Type::boolean()),
                    .call = contains});
    add(functions, {.name = "index",
                    .parameters = {parameter("list", Type::dynamic()), parameter("value", Type::dynamic())},
                    .type = always(Type::number()),
                    .call = index});
    add(functions,
        {.name = "matchkeys",
         .parameters = {parameter("values", anyList), parameter("keys", anyList), parameter("searchset", anyList)},
         .type = matchedType,
         .call = matchKeys});
    add(functions, {.name = "one",
                    .parameters = {parameter("list", Type::dynamic())},
                    .nullness = Nullness::MayBeNull,
                    .type = oneType,
                    .call = one});
    add(functions, {.name = "sum",
                    .parameters = {parameter("list", Type::dynamic())},
                    .type = always(Type::number()),
                    .call = sum});
    add(functions, {.name = "alltrue",
                    .parameters = {parameter("list", booleans)},
                    .type = always(Type::boolean()),
                    .call = allTrue});
    add(functions, {.name = "anytrue",
                    .parameters = {parameter("list", booleans)},
                    .type = always(Type::boolean()),
                    .call = anyTrue});
    const auto anything = parameter("vals", Type::dynamic(), {Allow::Unknown, Allow::DynamicType, Allow::Null});
    add(functions, {.name = "coalesce", .variadic = anything, .type = coalescedType, .call = coalesce});
    add(functions, {.name = "coalescelist", .variadic = anything, .type = coalescedListType, .call = coalesceList});
}

} // namespace planlens::lang
