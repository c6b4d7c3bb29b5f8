// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/strings/format_verb.h"

#include "core/hcl/syntax/characters.h"
#include "core/values/conversion/convert.h"
#include "core/values/json/json.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

namespace planlens::lang {
namespace {

Failure unsupported(const FormatVerb& verb, const std::string& why) {
    return fail(fmt::format("unsupported value for {} at {}: {}", values::quoted(verb.raw), verb.offset, why));
}

/// Widths count grapheme clusters.
std::string padded(const FormatVerb& verb, std::string text) {
    const std::size_t length = verb.width ? hcl::countGraphemes(text) : 0;
    if (!verb.width || length >= *verb.width)
        return text;
    const std::string padding(*verb.width - length, verb.zero ? '0' : ' ');
    return verb.minus ? text + padding : padding + text;
}

hcl::FunctionOutcome<std::string> formatAsIs(const FormatVerb& verb, const Value& argument) {
    if (!verb.sharp && !argument.isNull()) {
        if (argument.type().isString())
            return padded(verb, argument.asString());
        if (argument.type().isNumber())
            return padded(verb, argument.asNumber().toGeneralString());
    }
    auto json = values::toJson(argument, argument.type());
    if (!json)
        return unsupported(verb, json.error().message);
    return padded(verb, *std::move(json));
}

std::string shortened(const FormatVerb& verb, std::string text) {
    if (verb.precision.value_or(0) == 0)
        return text;
    std::size_t end = 0;
    for (std::size_t i = 0; i < *verb.precision && end < text.size(); ++i)
        end += hcl::firstGraphemeSize(std::string_view(text).substr(end));
    text.resize(end);
    return text;
}

hcl::FunctionOutcome<std::string> formatConverted(const FormatVerb& verb, const Value& argument, Type type) {
    const auto value = values::convert(argument, type);
    if (!value)
        return unsupported(verb, value.error().message);
    if (type.isBool())
        return std::string(value->asBool() ? "true" : "false");
    if (type.isString()) {
        const std::string text = shortened(verb, value->asString());
        if (verb.mode == 's')
            return padded(verb, text);
        std::string json;
        values::appendJsonString(json, text);
        return padded(verb, std::move(json));
    }
    const Number& number = value->asNumber();
    if (std::string_view("bdoxX").find(verb.mode) == std::string_view::npos)
        return formatFloat(verb, number);
    if (!number.isInteger())
        return unsupported(verb, "an integer is required");
    return formatInteger(verb, number);
}

} // namespace

hcl::FunctionOutcome<std::string> formatArgument(const FormatVerb& verb, const Value& argument) {
    if (verb.mode != 'v' && argument.isNull())
        return unsupported(verb, "null value cannot be formatted");
    switch (verb.mode) {
    case 'v':
        return formatAsIs(verb, argument);
    case 't':
        return formatConverted(verb, argument, Type::boolean());
    case 'b':
    case 'd':
    case 'o':
    case 'x':
    case 'X':
    case 'e':
    case 'E':
    case 'f':
    case 'g':
    case 'G':
        return formatConverted(verb, argument, Type::number());
    case 's':
    case 'q':
        return formatConverted(verb, argument, Type::string());
    default:
        return fail(fmt::format("unsupported format verb '{}' in {} at offset {}", verb.mode, values::quoted(verb.raw),
                                verb.offset));
    }
}

} // namespace planlens::lang
