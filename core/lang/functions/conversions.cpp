// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/builtins.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

namespace planlens::lang {
namespace {

using values::Mark;

std::string cannotConvert(const std::string& what, Type to) {
    return fmt::format("cannot convert {} to {}", what, to.friendlyNameForConstraint());
}

TypeOutcome convertedType(Arguments arguments, Type to) {
    const Type from = arguments[0].type();
    if (from == to || values::hasConversion(from, to))
        return to;
    return failAt(0, cannotConvert(from.friendlyName(), to));
}

/// Returns the reason why a value of a convertible type could not be converted, without revealing sensitive content.
std::string explain(const Value& value, Type to) {
    const Value plain = value.unmarkedDeep();
    const Type from = plain.type();
    if (value.containsMark(Mark::ephemeral()))
        return cannotConvert("this ephemeral " + from.friendlyName(), to);
    if (value.containsMark(Mark::sensitive()))
        return cannotConvert("this sensitive " + from.friendlyName(), to);
    const std::string text = from.isString() && !plain.isNull() ? values::quoted(plain.asString()) : "string";
    if (from.isString() && to.isBool())
        return cannotConvert(text, to) + R"(; only the strings "true" or "false" are allowed)";
    if (from.isString() && to.isNumber())
        return cannotConvert(text, to) + "; given string must be a decimal representation of a number";
    return cannotConvert(from.friendlyName(), to);
}

void addConversion(FunctionList& functions, const char* name, Type to) {
    add(functions, {.name = name,
                    .parameters = {parameter("v", Type::dynamic(), {Allow::Null, Allow::Marked, Allow::DynamicType})},
                    .nullness = Nullness::MayBeNull,
                    .type = [to](Arguments arguments) { return convertedType(arguments, to); },
                    .call = [to](Arguments arguments, Type type) -> ValueOutcome {
                        auto result = values::convert(arguments[0], type);
                        if (!result)
                            return failAt(0, explain(arguments[0], to));
                        return *std::move(result);
                    }});
}

} // namespace

void addConversions(FunctionList& functions) {
    addConversion(functions, "tostring", Type::string());
    addConversion(functions, "tonumber", Type::number());
    addConversion(functions, "tobool", Type::boolean());
    addConversion(functions, "toset", Type::set(Type::dynamic()));
    addConversion(functions, "tolist", Type::list(Type::dynamic()));
    addConversion(functions, "tomap", Type::map(Type::dynamic()));
}

} // namespace planlens::lang
