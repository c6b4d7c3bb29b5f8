// SPDX-License-Identifier: MPL-2.0
#include "core/values/conversion/conversion.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace planlens::values {
namespace {

std::string required(Type want) {
    return want.friendlyNameForConstraint() + " required";
}

std::string missingAttributes(const std::vector<std::string>& names) {
    if (names.size() == 1)
        return fmt::format("attribute {} is required", quoted(names[0]));
    if (names.size() == 2)
        return fmt::format("attributes {} and {} are required", quoted(names[0]), quoted(names[1]));
    std::string list;
    for (std::size_t i = 0; i + 1 < names.size(); ++i)
        list += quoted(names[i]) + ", ";
    return fmt::format("attributes {}and {} are required", list, quoted(names.back()));
}

std::string objectMismatch(Type got, Type want) {
    std::vector<std::string> missing;
    std::string unsafeMismatch;
    std::string safeMismatch;
    for (const ObjectAttribute& wanted : want.attributes()) {
        const auto at = got.attributeIndex(wanted.name);
        if (!at) {
            if (!wanted.optional)
                missing.push_back(wanted.name);
            continue;
        }
        const Type have = got.attributes()[*at].type;
        if (have == wanted.type || !unsafeMismatch.empty())
            continue;
        const auto say = [&] {
            return fmt::format("attribute {}: {}", quoted(wanted.name), mismatchMessage(have, wanted.type));
        };
        if (!detail::conversionBetween(have, wanted.type, Safety::UnsafeAllowed))
            unsafeMismatch = say();
        if (safeMismatch.empty() && !detail::conversionBetween(have, wanted.type, Safety::SafeOnly))
            safeMismatch = say();
    }
    if (!missing.empty())
        return missingAttributes(missing);
    if (!unsafeMismatch.empty())
        return unsafeMismatch;
    return safeMismatch.empty() ? "incorrect object attributes" : safeMismatch;
}

std::string structureMismatch(Type got, Type want) {
    if (want.isMap() ? !got.isObject() : !got.isTuple())
        return required(want);
    const Type element = want.elementType();
    const auto fits = [element](Type type) {
        return type == element || detail::conversionBetween(type, element, Safety::UnsafeAllowed);
    };
    if (got.isTuple()) {
        for (std::size_t i = 0; i < got.tupleTypes().size(); ++i)
            if (!fits(got.tupleTypes()[i]))
                return fmt::format("element {}: {}", i, mismatchMessage(got.tupleTypes()[i], element));
    } else {
        for (const ObjectAttribute& attribute : got.attributes())
            if (!fits(attribute.type))
                return fmt::format("element {}: {}", quoted(attribute.name), mismatchMessage(attribute.type, element));
    }
    return "all elements must be " + element.friendlyNameForConstraint();
}

std::string collectionMismatch(Type got, Type want) {
    if (want.isMap() ? !got.isMap() : got.isMap())
        return required(want);
    const char* noun = want.isMap() ? "map" : want.isSet() ? "set" : "list";
    return fmt::format("incorrect {} element type: {}", noun, mismatchMessage(got.elementType(), want.elementType()));
}

/// Whether to omit the given type: its name would not help to see the difference.
bool areEasilyConfused(Type got, Type want) {
    if (got.isPrimitive() != want.isPrimitive() || want.isString())
        return false;
    if ((want.isBool() && got.isNumber()) || (want.isNumber() && got.isBool()))
        return false;
    return !(got.isTuple() && want.isObject());
}

void conform(Type given, Type want, std::vector<PathStep>& path, std::vector<PathError>& errors) {
    if (want.isDynamic() || given == want)
        return;
    const auto say = [&](std::string message) { errors.push_back({Path(path), std::move(message)}); };
    const auto descend = [&](PathStep step, Type inner, Type wanted) {
        path.push_back(std::move(step));
        conform(inner, wanted, path, errors);
        path.pop_back();
    };
    if (given.isObject() && want.isObject()) {
        const auto have = given.attributes();
        const auto wanted = want.attributes();
        const bool areAlike = std::ranges::equal(have, wanted, {}, &ObjectAttribute::name, &ObjectAttribute::name);
        if (!areAlike) {
            for (const ObjectAttribute& attribute : have)
                if (!want.hasAttribute(attribute.name))
                    say("unsupported attribute " + quoted(attribute.name));
            for (const ObjectAttribute& attribute : wanted)
                if (!given.hasAttribute(attribute.name))
                    say("missing required attribute " + quoted(attribute.name));
        }
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const std::optional<std::size_t> at = areAlike ? i : given.attributeIndex(wanted[i].name);
            if (at && !wanted[i].type.isDynamic() && have[*at].type != wanted[i].type)
                descend(AttributeStep{wanted[i].name}, have[*at].type, wanted[i].type);
        }
    } else if (given.isTuple() && want.isTuple()) {
        const auto have = given.tupleTypes();
        const auto wanted = want.tupleTypes();
        if (have.size() != wanted.size())
            return say(fmt::format("{} elements are required, but got {}", wanted.size(), have.size()));
        for (std::size_t i = 0; i < wanted.size(); ++i)
            descend(IndexStep{Value::number(static_cast<std::int64_t>(i))}, have[i], wanted[i]);
    } else if (given.isCollection() && given.kind() == want.kind()) {
        const Type key = given.isList() ? Type::number() : given.isMap() ? Type::string() : given.elementType();
        descend(IndexStep{Value::unknown(key)}, given.elementType(), want.elementType());
    } else {
        say(fmt::format("{} required, but received {}", want.friendlyName(), given.friendlyName()));
    }
}

} // namespace

std::string mismatchMessage(Type got, Type want) {
    const bool anyElement = want.isCollection() && want.elementType().isDynamic();
    if (got.isObject() && want.isObject())
        return objectMismatch(got, want);
    if (got.isTuple() && want.isList() && anyElement)
        return "all list elements must have the same type";
    if (got.isTuple() && want.isSet() && anyElement)
        return "all set elements must have the same type";
    if (got.isObject() && want.isMap() && anyElement)
        return "all map elements must have the same type";
    if ((got.isTuple() || got.isObject()) && want.isCollection())
        return structureMismatch(got, want);
    if (got.isCollection() && want.isCollection())
        return collectionMismatch(got, want);
    if (!areEasilyConfused(got, want))
        return fmt::format("{} required, but have {}", want.friendlyName(), got.friendlyName());
    return required(want);
}

std::vector<PathError> testConformance(Type given, Type wanted) {
    std::vector<PathError> errors;
    std::vector<PathStep> path;
    conform(given, wanted, path, errors);
    return errors;
}

} // namespace planlens::values
