// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/builtins.h"
#include "core/values/text/base64.h"
#include "core/values/text/quoted.h"
#include "core/values/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace planlens::lang {
namespace {

bool isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool isUnchangedInUrl(char c) {
    return isLetterOrDigit(c) || c == '-' || c == '_' || c == '.' || c == '~';
}

ValueOutcome urlEncode(Arguments arguments, Type) {
    const std::string& text = arguments[0].asString();
    constexpr std::size_t mostBytes = std::size_t{256} << 20U;
    const auto encoded =
        std::count_if(text.begin(), text.end(), [](char c) { return !isUnchangedInUrl(c) && c != ' '; });
    const std::size_t size = text.size() + 2 * static_cast<std::size_t>(encoded);
    if (size > mostBytes)
        return fail("the encoded text would be larger than 256 MiB");
    std::string out;
    out.reserve(size);
    constexpr std::string_view digits = "0123456789ABCDEF";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (isUnchangedInUrl(c))
            out += c;
        else if (c == ' ')
            out += '+';
        else
            ((out += '%') += digits[byte / 16]) += digits[byte % 16];
    }
    return Value::string(std::move(out));
}

int hexDigit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

ValueOutcome urlDecode(Arguments arguments, Type) {
    const std::string& text = arguments[0].asString();
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i] == '+' ? ' ' : text[i];
            continue;
        }
        if (i + 2 >= text.size() || hexDigit(text[i + 1]) < 0 || hexDigit(text[i + 2]) < 0) {
            return fail(fmt::format("failed to decode URL '': invalid URL escape {}",
                                    values::quoted(std::string_view(text).substr(i, 3))));
        }
        out += static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
        i += 2;
    }
    return Value::string(out);
}

ValueOutcome base64Decode(Arguments arguments, Type) {
    const std::string text = arguments[0].unmarked().asString();
    const auto bytes = values::fromBase64(text);
    if (!bytes)
        return fail("failed to decode base64 data " + redacted(text, arguments[0].marks()));
    if (!values::isUtf8(*bytes))
        return fail("the result of decoding the provided string is not valid UTF-8");
    return Value::string(*bytes).withMarks(arguments[0].marks());
}

} // namespace

void addEncodings(FunctionList& functions) {
    add(functions, {.name = "base64encode",
                    .parameters = {parameter("str", Type::string())},
                    .type = always(Type::string()),
                    .call = [](Arguments arguments, Type) -> ValueOutcome {
                        return Value::string(values::toBase64(arguments[0].asString()));
                    }});
    add(functions, {.name = "base64decode",
                    .parameters = {parameter("str", Type::string(), {Allow::Marked})},
                    .type = always(Type::string()),
                    .call = base64Decode});
    add(functions, {.name = "urlencode",
                    .parameters = {parameter("str", Type::string())},
                    .type = always(Type::string()),
                    .call = urlEncode});
    add(functions, {.name = "urldecode",
                    .parameters = {parameter("str", Type::string())},
                    .type = always(Type::string()),
                    .call = urlDecode});
}

} // namespace planlens::lang
