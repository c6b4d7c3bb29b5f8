// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/keys.h"

#include "core/values/conversion/convert.h"

#include <fmt/core.h>

namespace planlens::encryption {

using diags::Diagnostics;
using diags::SourceRange;
using values::Type;
using values::Value;

namespace {

Value listOf(const std::string& key) {
    if (key.empty())
        return Value::null(Type::list(Type::number()));
    std::vector<Value> numbers;
    numbers.reserve(key.size());
    for (const char byte : key)
        numbers.push_back(Value::number(static_cast<unsigned char>(byte)));
    return Value::list(std::move(numbers));
}

void unsuitable(const std::string& problem, const SourceRange& range, Diagnostics& diagnostics) {
    diagnostics.error("Unsuitable value type", fmt::format("Unsuitable value: {}", problem), range);
}

/// The value converted to the type, known in all its parts; null stays null. Nothing if there are errors.
std::optional<Value> converted(const Value& value, Type type, const SourceRange& range, Diagnostics& diagnostics) {
    const values::Outcome<Value> outcome = values::convert(value.unmarkedDeep(), type);
    if (outcome && outcome->isWhollyKnown())
        return *outcome;
    unsuitable(outcome ? std::string("value must be known") : values::formatError(outcome.error()), range, diagnostics);
    return {};
}

std::optional<Value> scalar(const Value& value, Type type, const SourceRange& range, Diagnostics& diagnostics) {
    std::optional<Value> made = converted(value, type, range, diagnostics);
    if (!made || !made->isNull())
        return made;
    unsuitable("null value is not allowed", range, diagnostics);
    return {};
}

} // namespace

Value toValue(const Keys& keys) {
    return Value::object({{"encryption_key", listOf(keys.encryption)}, {"decryption_key", listOf(keys.decryption)}});
}

std::optional<std::string> bytesFrom(const Value& value, const SourceRange& range, Diagnostics& diagnostics) {
    const std::optional<Value> numbers = converted(value, Type::list(Type::number()), range, diagnostics);
    if (!numbers)
        return {};
    std::string bytes;
    for (std::size_t i = 0; !numbers->isNull() && i < numbers->size(); ++i) {
        const Value& number = numbers->element(i);
        const std::optional<std::int64_t> byte = number.isNull() ? std::nullopt : number.asNumber().toInt64();
        if (!byte || *byte < 0 || *byte > 255) {
            unsuitable("value must be a whole number, between 0 and 255 inclusive", range, diagnostics);
            return {};
        }
        bytes += static_cast<char>(*byte);
    }
    return bytes;
}

std::optional<std::vector<std::string>> textsFrom(const Value& value, const SourceRange& range,
                                                  Diagnostics& diagnostics) {
    const std::optional<Value> list = converted(value, Type::list(Type::string()), range, diagnostics);
    if (!list)
        return {};
    std::vector<std::string> texts;
    for (std::size_t i = 0; !list->isNull() && i < list->size(); ++i) {
        if (list->element(i).isNull()) {
            unsuitable("a string is required", range, diagnostics);
            return {};
        }
        texts.push_back(list->element(i).asString());
    }
    return texts;
}

std::optional<std::string> textFrom(const Value& value, const SourceRange& range, Diagnostics& diagnostics) {
    const std::optional<Value> text = scalar(value, Type::string(), range, diagnostics);
    return text ? std::optional(text->asString()) : std::nullopt;
}

std::optional<values::Number> numberFrom(const Value& value, const SourceRange& range, Diagnostics& diagnostics) {
    const std::optional<Value> number = scalar(value, Type::number(), range, diagnostics);
    return number ? std::optional(number->asNumber()) : std::nullopt;
}

diags::Result<Keys> keysFrom(const Value& given, const SourceRange& range) {
    const Value value = given.unmarkedDeep();
    const bool isObject = value.isKnown() && !value.isNull() && value.type().isMapping();
    if (!isObject)
        return diags::Diagnostic::error(
            "Expected key_provider value",
            fmt::format("Expected a key_provider compatible value, found {} instead", value.type().friendlyName()),
            range);
    const Value* const encryption = value.find("encryption_key");
    if (!encryption)
        return diags::Diagnostic::error(
            "Missing encryption_key value",
            "An encryption_key value is required in the key_provider compatible object at this location", range);
    Diagnostics diagnostics;
    Keys keys;
    keys.encryption = bytesFrom(*encryption, range, diagnostics).value_or(std::string());
    if (const Value* const decryption = value.find("decryption_key"))
        keys.decryption = bytesFrom(*decryption, range, diagnostics).value_or(std::string());
    if (diagnostics.hasErrors())
        return diagnostics;
    return {std::move(keys), std::move(diagnostics)};
}

} // namespace planlens::encryption
