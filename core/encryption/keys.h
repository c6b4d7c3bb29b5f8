// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/values/value.h"

#include <optional>
#include <string>

namespace planlens::encryption {

/// The keys of a key provider, as bytes; empty: none.
struct Keys {
    std::string encryption;
    std::string decryption; // only if the metadata of encrypted data was given
};

/// The value that references to a key provider have: an object with two lists of numbers, which are null without a key.
values::Value toValue(const Keys& keys);
/// The keys in such an object. The range is that of the expression.
diags::Result<Keys> keysFrom(const values::Value& value, const diags::SourceRange& range);

/// The value of an argument as bytes: a list of numbers. Nothing if there are errors; empty for null.
std::optional<std::string> bytesFrom(const values::Value& value, const diags::SourceRange& range,
                                     diags::Diagnostics& diagnostics);
/// The value of an argument as a list of strings: a command and its arguments. Nothing if there are errors.
std::optional<std::vector<std::string>> textsFrom(const values::Value& value, const diags::SourceRange& range,
                                                  diags::Diagnostics& diagnostics);
/// The value of an argument as a string or as a number. Nothing if there are errors.
std::optional<std::string> textFrom(const values::Value& value, const diags::SourceRange& range,
                                    diags::Diagnostics& diagnostics);
std::optional<values::Number> numberFrom(const values::Value& value, const diags::SourceRange& range,
                                         diags::Diagnostics& diagnostics);

} // namespace planlens::encryption
