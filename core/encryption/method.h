// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/encryption/encryption_config.h"
#include "core/diags/diagnostic.h"
#include "core/diags/expected.h"
#include "core/encryption/keys.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace planlens::encryption {

/// Encrypts and decrypts bytes with its keys. Thread-safe. Errors are messages in the words of the reference.
class Method {
public:
    Method() = default;
    Method(const Method&) = delete;
    Method& operator=(const Method&) = delete;
    virtual ~Method() = default;

    using Bytes = diags::Expected<std::string, std::string>;
    virtual Bytes encrypt(std::string_view text) const = 0;
    virtual Bytes decrypt(std::string_view data) const = 0;
};
/// Null: the method `unencrypted`.
using MethodPtr = std::shared_ptr<const Method>;

/// Evaluates an argument of a method; references to key providers set these up. There is no value if there are errors.
using EvaluateArgument = std::function<diags::Result<values::Value>(const hcl::Expression& expression)>;

/// AES-GCM with the keys of its argument `keys` and the additional data `aad`.
diags::Result<MethodPtr> makeAesGcm(const hcl::Body& body, const EvaluateArgument& evaluate);
/// A program for each direction. `keys` is optional. Nothing is started.
diags::Result<MethodPtr> makeExternalMethod(const hcl::Body& body, const EvaluateArgument& evaluate);

/// The error for a method that cannot be used with these arguments.
diags::Diagnostic invalidMethod(std::string_view problem);

} // namespace planlens::encryption
