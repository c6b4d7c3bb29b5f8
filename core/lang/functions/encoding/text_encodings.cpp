// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/builtins.h"
#include "core/lang/functions/encoding/text_encoding.h"
#include "core/values/text/base64.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

namespace planlens::lang {
namespace {

Failure unsupported(const std::string& name) {
    return failAt(1, fmt::format("{} is not a supported IANA encoding name or alias in this OpenTofu version",
                                 values::quoted(name)));
}

ValueOutcome encode(Arguments arguments, Type) {
    const TextEncoding* encoding = findTextEncoding(arguments[1].asString());
    if (!encoding)
        return unsupported(arguments[1].asString());
    const auto bytes = encodeText(*encoding, arguments[0].asString());
    if (!bytes) {
        return failAt(
            0, fmt::format("the given string contains characters that cannot be represented in {}", encoding->name));
    }
    return Value::string(values::toBase64(*bytes));
}

ValueOutcome decode(Arguments arguments, Type) {
    const TextEncoding* encoding = findTextEncoding(arguments[1].asString());
    if (!encoding)
        return unsupported(arguments[1].asString());
    const auto bytes = values::fromBase64(arguments[0].asString());
    if (!bytes)
        return failAt(0, fmt::format("the given value is has an invalid base64 symbol at offset {}", bytes.error()));
    const auto text = decodeText(*encoding, *bytes);
    if (!text) {
        return failAt(0, fmt::format("the given string contains symbols that are not defined for {}", encoding->name));
    }
    return Value::string(*text);
}

} // namespace

void addTextEncodings(FunctionList& functions) {
    add(functions, {.name = "textencodebase64",
                    .parameters = {parameter("string", Type::string()), parameter("encoding", Type::string())},
                    .type = always(Type::string()),
                    .call = encode});
    add(functions, {.name = "textdecodebase64",
                    .parameters = {parameter("source", Type::string()), parameter("encoding", Type::string())},
                    .type = always(Type::string()),
                    .call = decode});
}

} // namespace planlens::lang
