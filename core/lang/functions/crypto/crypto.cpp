// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions.h"
#include "core/lang/functions/builtins.h"
#include "core/lang/functions/crypto/rsa.h"
#include "core/values/random.h"
#include "core/values/text/base64.h"
#include "core/values/text/digest.h"
#include "core/values/text/quoted.h"

#include <crypt.h>
#include <fmt/format.h>

#include <memory>

namespace planlens::lang {
namespace {

// --- uuid, uuidv5

ValueOutcome uuid(Arguments, Type) {
    return Value::string(values::randomUuid());
}

int hexDigit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

hcl::FunctionOutcome<std::string> parseUuid(std::string_view text) {
    constexpr std::size_t usual = 36;
    constexpr std::size_t plain = 32;
    constexpr std::string_view urn = "urn:uuid:";
    if (text.size() == usual + urn.size()) {
        for (std::size_t i = 0; i < urn.size(); ++i) {
            const char lower = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
            if (lower != urn[i])
                return fail("invalid urn prefix: " + values::quoted(text.substr(0, urn.size())));
        }
        text.remove_prefix(urn.size());
    } else if (text.size() == usual + 2) {
        text = text.substr(1, usual);
    } else if (text.size() != usual && text.size() != plain) {
        return fail(fmt::format("invalid UUID length: {}", text.size()));
    }
    std::string bytes;
    const bool dashes = text.size() == usual;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        if (dashes && (i == 8 || i == 13 || i == 18 || i == 23)) {
            if (text[i] != '-')
                return fail("invalid UUID format");
            ++i;
        }
        if (hexDigit(text[i]) < 0 || hexDigit(text[i + 1]) < 0)
            return fail("invalid UUID format");
        bytes += static_cast<char>(hexDigit(text[i]) * 16 + hexDigit(text[i + 1]));
    }
    return bytes;
}

hcl::FunctionOutcome<std::string> uuidNamespace(const std::string& name) {
    constexpr std::string_view wellKnown = "6ba7b81{}-9dad-11d1-80b4-00c04fd430c8";
    for (const auto& [known, digit] :
         {std::pair("dns", 0), std::pair("url", 1), std::pair("oid", 2), std::pair("x500", 4)}) {
        if (name == known)
            return parseUuid(fmt::format(fmt::runtime(wellKnown), digit));
    }
    const auto bytes = parseUuid(name);
    if (!bytes)
        return fail(fmt::format("uuidv5() doesn't support namespace {} ({})", name, bytes.error().message));
    return bytes;
}

ValueOutcome uuidV5(Arguments arguments, Type) {
    const auto space = uuidNamespace(arguments[0].asString());
    if (!space)
        return Failure{space.error()};
    std::string bytes = values::sha1(*space + arguments[1].asString()).substr(0, 16);
    bytes[6] = static_cast<char>((bytes[6] & 0x0f) | 0x50); // version 5
    bytes[8] = static_cast<char>((bytes[8] & 0x3f) | 0x80); // variant of RFC 4122
    return Value::string(values::uuidText(values::toHex(bytes)));
}

// --- bcrypt

ValueOutcome bcrypt(Arguments arguments, Type) {
    constexpr std::int64_t leastCost = 4;
    constexpr std::int64_t greatestCost = 31;
    constexpr std::int64_t usualCost = 10;
    constexpr std::size_t longestPassword = 72;
    std::int64_t cost = usualCost;
    if (arguments.size() > 1) {
        const auto given = toInteger(arguments[1]);
        if (!given)
            return Failure{given.error()};
        cost = *given;
    }
    if (arguments.size() > 2)
        return fail("bcrypt() takes no more than two arguments");
    const std::string& password = arguments[0].asString();
    const std::string failure = "error occurred generating password ";
    if (password.size() > longestPassword)
        return fail(failure + "bcrypt: password length exceeds 72 bytes");
    if (password.find('\0') != std::string::npos)
        return fail(failure + "bcrypt: a password cannot have NUL characters");
    if (cost < leastCost)
        cost = usualCost;
    if (cost > greatestCost) {
        return fail(fmt::format("{}crypto/bcrypt: cost {} is outside allowed inclusive range {}..{}", failure, cost,
                                leastCost, greatestCost));
    }
    char setting[CRYPT_GENSALT_OUTPUT_SIZE];
    const auto data = std::make_unique<crypt_data>();
    const char* hash = nullptr;
    if (crypt_gensalt_rn("$2a$", static_cast<unsigned long>(cost), nullptr, 0, setting, sizeof setting))
        hash = crypt_r(password.c_str(), setting, data.get());
    if (!hash || hash[0] == '*')
        return fail(failure + "bcrypt: not supported by this system");
    return Value::string(hash);
}

// --- rsadecrypt

ValueOutcome rsaDecrypt(Arguments arguments, Type) {
    const std::string& text = arguments[0].asString();
    const auto bytes = values::fromBase64(text);
    if (!bytes) {
        return failAt(
            0, fmt::format("failed to decode input {}: cipher text must be base64-encoded", values::quoted(text)));
    }
    auto decrypted = decryptRsa(*bytes, arguments[1].asString());
    if (decrypted.keyError)
        return failAt(1, *std::move(decrypted.keyError));
    if (!decrypted.text)
        return fail("failed to decrypt: crypto/rsa: decryption error");
    return Value::string(*decrypted.text);
}

} // namespace

void addCrypto(FunctionList& functions, const FunctionOptions& options) {
    const auto unpredictable = [&options](ValueOutcome (*call)(Arguments, Type)) {
        return [call, pure = options.pure](Arguments arguments, Type type) {
            return pure ? unknown(type) : call(arguments, type);
        };
    };
    add(functions, {.name = "uuid", .type = always(Type::string()), .call = unpredictable(uuid)});
    add(functions, {.name = "uuidv5",
                    .parameters = {parameter("namespace", Type::string()), parameter("name", Type::string())},
                    .type = always(Type::string()),
                    .call = uuidV5});
    add(functions, {.name = "bcrypt",
                    .parameters = {parameter("str", Type::string())},
                    .variadic = parameter("cost", Type::number()),
                    .type = always(Type::string()),
                    .call = unpredictable(bcrypt)});
    add(functions, {.name = "rsadecrypt",
                    .parameters = {parameter("ciphertext", Type::string()), parameter("privatekey", Type::string())},
                    .type = always(Type::string()),
                    .call = rsaDecrypt});
}

} // namespace planlens::lang
