// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/builtins.h"
#include "core/values/conversion/convert.h"
#include "core/values/operations.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace planlens::lang {
namespace {

TypeOutcome typeOfArgument(Arguments arguments) {
    return arguments[0].type();
}

// --- element

constexpr const char* emptyElement = "cannot use element function with an empty list";

std::size_t wrapped(std::int64_t index, std::size_t count) {
    const auto size = static_cast<std::int64_t>(count);
    const std::int64_t rest = index % size;
    return static_cast<std::size_t>(rest < 0 ? rest + size : rest);
}

TypeOutcome elementType(Arguments arguments) {
    const Type type = arguments[0].type();
    if (type.isList())
        return type.elementType();
    if (!type.isTuple())
        return fail(fmt::format("cannot read elements from {}", type.friendlyName()));
    if (!arguments[1].isKnown())
        return Type::dynamic();
    const auto index = toInteger(arguments[1]);
    if (!index)
        return fail("invalid index: " + index.error().message);
    const auto types = type.tupleTypes();
    if (types.empty())
        return fail(emptyElement);
    return types[wrapped(*index, types.size())];
}

ValueOutcome element(Arguments arguments, Type) {
    const auto index = toInteger(arguments[1]);
    if (!index)
        return fail("invalid index: " + index.error().message);
    const Value list = arguments[0].unmarked();
    if (list.size() == 0)
        return fail(emptyElement);
    return list.element(wrapped(*index, list.size())).withMarks(arguments[0].marks());
}

// --- concat

/// Returns a list if all are lists that convert to a common type, otherwise a tuple of all elements.
TypeOutcome concatenatedType(Arguments arguments) {
    if (arguments.empty())
        return fail("at least one argument is required");
    std::vector<Type> types;
    for (const Value& argument : arguments)
        types.push_back(argument.type());
    if (std::all_of(types.begin(), types.end(), [](Type type) { return type.isList(); })) {
        if (const auto common = unifiedType(types))
            return *common;
    }
    std::vector<Type> elements;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (types[i].isTuple()) {
            elements.insert(elements.end(), types[i].tupleTypes().begin(), types[i].tupleTypes().end());
        } else if (types[i].isList()) {
            if (!arguments[i].isKnown())
                return Type::dynamic();
            elements.insert(elements.end(), arguments[i].unmarked().size(), types[i].elementType());
        } else {
            return failAt(i, fmt::format("all arguments must be lists or tuples; got {}", types[i].friendlyName()));
        }
    }
    return Type::tuple(std::move(elements));
}

ValueOutcome concat(Arguments arguments, Type type) {
    std::vector<Value> all;
    MarkSet marks;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        Value list = arguments[i];
        if (type.isList()) {
            auto converted = values::convert(list, type);
            if (!converted)
                return Failure{FunctionError{converted.error().message, i, converted.error().path}};
            list = *std::move(converted);
        }
        marks.insert(list.marks());
        std::vector<Value> elements = elementsOf(list.unmarked());
        std::move(elements.begin(), elements.end(), std::back_inserter(all));
    }
    return Value::sequence(type, std::move(all)).withMarks(marks);
}

// --- flatten

/// The elements of nested sequences in order; not known if their number is not certain.
struct Flattened {
    std::vector<Value> elements;
    MarkSet marks;
    bool isKnown = true;

    void add(const Value& marked) {
        marks.insert(marked.marks());
        const Value sequence = marked.unmarked();
        if (!isLengthKnown(sequence)) {
            isKnown = false;
            return;
        }
        for (std::size_t i = 0; i < sequence.size(); ++i) {
            const Value& inner = sequence.element(i);
            if (inner.isNull() || !isSequence(inner.type())) {
                // A value of unknown type may turn out to be a sequence.
                isKnown = isKnown && !(inner.type().isDynamic() && !inner.isKnown() && !inner.isMarked());
                elements.push_back(inner);
            } else if (!inner.isKnown()) {
                isKnown = false;
                marks.insert(inner.marks());
            } else {
                add(inner);
            }
        }
    }
};

TypeOutcome flattenedType(Arguments arguments) {
    if (!arguments[0].isWhollyKnown())
        return Type::dynamic();
    if (!isSequence(arguments[0].type()))
        return fail("can only flatten lists, sets and tuples");
    Flattened flattened;
    flattened.add(arguments[0]);
    std::vector<Type> types;
    for (const Value& value : flattened.elements)
        types.push_back(value.type());
    return Type::tuple(std::move(types));
}

ValueOutcome flatten(Arguments arguments, Type type) {
    Flattened flattened;
    flattened.add(arguments[0]);
    if (!flattened.isKnown)
        return Value::unknown(type).withMarks(flattened.marks);
    return Value::tuple(std::move(flattened.elements)).withMarks(flattened.marks);
}

// --- slice

struct Slice {
    std::size_t start = 0;
    std::size_t end = 0;
    bool isKnown = false;
};

hcl::FunctionOutcome<Slice> sliceOf(Arguments arguments) {
    const Value list = arguments[0].unmarked();
    std::optional<std::size_t> length;
    if (list.type().isTuple())
        length = list.type().tupleTypes().size();
    else if (isLengthKnown(list))
        length = list.size();
    const auto read = [&](std::size_t argument, const char* what) -> hcl::FunctionOutcome<std::optional<std::size_t>> {
        if (!arguments[argument].isKnown())
            return std::optional<std::size_t>();
        const auto index = toInteger(arguments[argument]);
        if (!index)
            return failAt(argument, fmt::format("invalid {} index: {}", what, index.error().message));
        if (*index < 0)
            return failAt(argument, fmt::format("{} index must not be less than zero", what));
        if (length && static_cast<std::size_t>(*index) > *length)
            return failAt(argument, fmt::format("{} index must not be greater than the length of the list", what));
        return std::optional(static_cast<std::size_t>(*index));
    };
    const auto start = read(1, "start");
    if (!start)
        return Failure{start.error()};
    const auto end = read(2, "end");
    if (!end)
        return Failure{end.error()};
    if (!*start || !*end)
        return Slice{};
    if (**start > **end)
        return failAt(1, "start index must not be greater than end index");
    return Slice{**start, **end, true};
}

TypeOutcome slicedType(Arguments arguments) {
    const Type type = arguments[0].type();
    if (type.isSet()) {
        return failAt(0,
                      "cannot slice a set, because its elements do not have indices; explicitly convert to a list if "
                      "the ordering of the result is not important");
    }
    if (!type.isList() && !type.isTuple())
        return failAt(0, "must be a list or tuple value");
    const auto slice = sliceOf(arguments);
    if (!slice)
        return Failure{slice.error()};
    if (type.isList())
        return type;
    if (!slice->isKnown)
        return Type::dynamic();
    const auto types = type.tupleTypes().subspan(slice->start, slice->end - slice->start);
    return Type::tuple({types.begin(), types.end()});
}

ValueOutcome slice(Arguments arguments, Type type) {
    const auto range = sliceOf(arguments);
    if (!range)
        return Failure{range.error()};
    const Value list = arguments[0].unmarked();
    std::vector<Value> elements;
    for (std::size_t i = range->start; i < range->end; ++i)
        elements.push_back(list.element(i));
    return Value::sequence(type, std::move(elements)).withMarks(arguments[0].marks());
}

// --- chunklist, reverse, distinct, compact

ValueOutcome chunkList(Arguments arguments, Type type) {
    const Value list = arguments[0].unmarked();
    const auto size = toInteger(arguments[1].unmarked());
    if (!size)
        return fail("invalid size: " + size.error().message);
    if (*size < 0)
        return fail("the size argument must be positive");
    std::vector<Value> chunks;
    if (*size == 0 && list.size() > 0) {
        chunks.push_back(list);
    } else {
        std::vector<Value> chunk;
        for (std::size_t i = 0; i < list.size(); ++i) {
            chunk.push_back(list.element(i));
            if (chunk.size() == static_cast<std::size_t>(*size) || i + 1 == list.size())
                chunks.push_back(Value::sequence(list.type(), std::exchange(chunk, {})));
        }
    }
    return Value::sequence(type, std::move(chunks)).withMarks(arguments[0].marks()).withMarks(arguments[1].marks());
}

TypeOutcome reversedType(Arguments arguments) {
    const Type type = arguments[0].type();
    if (type.isTuple()) {
        std::vector<Type> types(type.tupleTypes().begin(), type.tupleTypes().end());
        std::reverse(types.begin(), types.end());
        return Type::tuple(std::move(types));
    }
    if (type.isList() || type.isSet())
        return Type::list(type.elementType());
    return failAt(0, fmt::format("can only reverse list or tuple values, not {}", type.friendlyName()));
}

ValueOutcome reverse(Arguments arguments, Type type) {
    std::vector<Value> elements = elementsOf(arguments[0].unmarked());
    std::reverse(elements.begin(), elements.end());
    return Value::sequence(type, std::move(elements)).withMarks(arguments[0].marks());
}

ValueOutcome distinct(Arguments arguments, Type type) {
    if (!arguments[0].isWhollyKnown())
        return unknown(type);
    // Equal values have equal hashes, so only values with the same hash are compared.
    std::unordered_multimap<std::size_t, std::size_t> seen;
    std::vector<Value> elements;
    for (const Value& value : elementsOf(arguments[0])) {
        const std::size_t hash = value.hash();
        const auto [first, last] = seen.equal_range(hash);
        if (std::any_of(first, last, [&](const auto& entry) { return elements[entry.second] == value; }))
            continue;
        seen.emplace(hash, elements.size());
        elements.push_back(value);
    }
    return Value::sequence(type, std::move(elements));
}

ValueOutcome compact(Arguments arguments, Type type) {
    if (!arguments[0].isWhollyKnown())
        return unknown(type);
    std::vector<Value> elements = elementsOf(arguments[0]);
    std::erase_if(elements, [](const Value& value) { return value.isNull() || value.asString().empty(); });
    return Value::sequence(type, std::move(elements));
}

// --- range

ValueOutcome range(Arguments arguments, Type type) {
    if (arguments.empty() || arguments.size() > 3)
        return fail("must have one, two, or three arguments");
    const Number start = arguments.size() == 1 ? Number(0) : arguments[0].asNumber();
    const Number& end = arguments[arguments.size() == 1 ? 0 : 1].asNumber();
    const Number step = arguments.size() == 3 ? arguments[2].asNumber() : Number(end < start ? -1 : 1);
    const bool down = step.isNegative();
    if (down && end > start)
        return failAt(1, "end must be less than start when step is negative");
    if (!down && end < start)
        return failAt(1, "end must be greater than start when step is positive");
    constexpr std::size_t greatestCount = 1024;
    std::vector<Value> numbers;
    for (Number number = start; down ? number > end : number < end; number = number + step) {
        if (numbers.size() >= greatestCount) {
            return fail("more than 1024 values were generated; either decrease the difference between start and end or "
                        "use a smaller step");
        }
        numbers.push_back(Value::number(number));
    }
    return Value::sequence(type, std::move(numbers));
}

} // namespace

void addSequences(FunctionList& functions) {
    const Type anyList = Type::list(Type::dynamic());
    add(functions,
        {.name = "element",
         .parameters = {parameter("list", Type::dynamic(), {Allow::Marked}), parameter("index", Type::number())},
         .nullness = Nullness::MayBeNull,
         .type = elementType,
         .call = element});
    add(functions, {.name = "concat",
                    .variadic = parameter("seqs", Type::dynamic(), {Allow::Marked}),
                    .type = concatenatedType,
                    .call = concat});
    add(functions, {.name = "flatten",
                    .parameters = {parameter("list", Type::dynamic(), {Allow::Marked})},
                    .type = flattenedType,
                    .call = flatten});
    add(functions, {.name = "slice",
                    .parameters = {parameter("list", Type::dynamic(), {Allow::Marked}),
                                   parameter("start_index", Type::number()), parameter("end_index", Type::number())},
                    .type = slicedType,
                    .call = slice});
    add(functions, {.name = "chunklist",
                    .parameters = {parameter("list", anyList, {Allow::Marked}),
                                   parameter("size", Type::number(), {Allow::Marked})},
                    .type = [](Arguments arguments) -> TypeOutcome { return Type::list(arguments[0].type()); },
                    .call = chunkList});
    add(functions, {.name = "reverse",
                    .parameters = {parameter("list", Type::dynamic(), {Allow::Marked})},
                    .type = reversedType,
                    .call = reverse});
    add(functions,
        {.name = "distinct", .parameters = {parameter("list", anyList)}, .type = typeOfArgument, .call = distinct});
    add(functions, {.name = "compact",
                    .parameters = {parameter("list", Type::list(Type::string()))},
                    .type = always(Type::list(Type::string())),
                    .call = compact});
    add(functions, {.name = "range",
                    .variadic = parameter("params", Type::number()),
                    .type = always(Type::list(Type::number())),
                    .call = range});
}

} // namespace planlens::lang
