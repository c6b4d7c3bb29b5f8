// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/encryption/key_provider.h"
#include "core/hcl/body.h"
#include "core/values/value.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The arguments of key providers that have many of them, by tables. They are converted as the reference does.
namespace planlens::encryption {

struct ArgumentType {
    /// Null is an error for Text, Flag and Integer. Objects have arguments of their own.
    enum class Kind { Text, NullableText, Flag, NullableFlag, Integer, Texts, TextMap, Object };
    std::string name;
    Kind kind = Kind::Text;
    bool isRequired = false;
    std::vector<ArgumentType> attributes = {}; // of an object
};
using ArgumentTypes = std::span<const ArgumentType>;

hcl::BodySchema schemaOf(ArgumentTypes types);

/// The values of the arguments as object. Arguments that are not given, null or an empty text are left out, except
/// empty nullable texts. Nothing if there are errors.
std::optional<values::Value> readArguments(const hcl::BodyContent& content, ArgumentTypes types,
                                           const KeyProviderType::Evaluate& evaluate, diags::Diagnostics& diagnostics);

/// The same for a body without blocks.
std::optional<values::Value> readArguments(const hcl::Body& body, ArgumentTypes types,
                                           const KeyProviderType::Evaluate& evaluate, diags::Diagnostics& diagnostics);

/// The required argument "key_length", in bytes.
std::int64_t keyLengthIn(const values::Value& arguments);

/// The references in all arguments of the schema, including those of its blocks without labels.
diags::Result<std::vector<hcl::Traversal>> referencesIn(const hcl::Body& body, const hcl::BodySchema& schema);

/// A type of key provider without blocks in its body. `Make` gets the values of the arguments.
template <ArgumentTypes (*Types)(),
          KeyProviderPtr (*Make)(const values::Value& arguments, const KeyProviderType::Context& context,
                                 std::string& problem)>
constexpr KeyProviderType keyProviderWithArguments(std::string_view name) {
    return {name, [](const hcl::Body& body) { return referencesIn(body, schemaOf(Types())); },
            [](const hcl::Body& body, const KeyProviderType::Context& context, std::string& problem,
               diags::Diagnostics& diagnostics) {
                const auto arguments = readArguments(body, Types(), context.evaluate, diagnostics);
                return arguments ? Make(*arguments, context, problem) : nullptr;
            }};
}

} // namespace planlens::encryption
