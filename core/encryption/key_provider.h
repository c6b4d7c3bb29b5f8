// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/diags/expected.h"
#include "core/encryption/keys.h"
#include "core/hcl/body.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::encryption {

/// The purpose of keys. The encryption key of `Decryption` is only a placeholder of the right length, because
/// deriving it takes long.
enum class Purpose { Encryption, Decryption };

/// Provides keys, by the arguments of its block.
class KeyProvider {
public:
    KeyProvider() = default;
    KeyProvider(const KeyProvider&) = delete;
    KeyProvider& operator=(const KeyProvider&) = delete;
    virtual ~KeyProvider() = default;

    struct Provided {
        Keys keys;
        std::string metadata; // JSON, which is stored beside the data
    };
    /// The problem with metadata that was stored by another kind of provider; empty if it can be used.
    virtual std::string checkMetadata(std::string_view metadata) const = 0;
    /// `metadata` is that of the data to decrypt, or empty. May block for some time. The error is a message.
    virtual diags::Expected<Provided, std::string> provide(std::string_view metadata, Purpose purpose) const = 0;
};
using KeyProviderPtr = std::unique_ptr<const KeyProvider>;

/// A type of key provider.
struct KeyProviderType {
    std::string_view name;
    /// Evaluates an argument. There is no value if there are errors.
    using Evaluate = std::function<diags::Result<values::Value>(const hcl::Expression& expression)>;
    /// The references in the arguments, whose values must be available before make() is called.
    diags::Result<std::vector<hcl::Traversal>> (*references)(const hcl::Body& body);
    /// The location of the block.
    struct Context {
        Evaluate evaluate;
        std::filesystem::path directory; // of the configuration
    };
    /// Null if there are errors. Errors about the values, which do not belong to one argument, are in `problem`.
    KeyProviderPtr (*make)(const hcl::Body& body, const Context& context, std::string& problem,
                           diags::Diagnostics& diagnostics);
};

/// A key derived from a passphrase or from the key of another provider.
extern const KeyProviderType pbkdf2KeyProvider;
/// A program that prints keys. make() starts nothing.
extern const KeyProviderType externalKeyProvider;
/// A data key of the AWS Key Management Service (KMS). make() obtains credentials, and checks them unless the arguments
/// say otherwise.
extern const KeyProviderType awsKmsKeyProvider;
/// A random key that a key of Azure Key Vault encrypts. make() selects credentials, and gets no token.
extern const KeyProviderType azureVaultKeyProvider;
/// A random key that a key of the Cloud Key Management Service of Google encrypts. make() looks for credentials, and
/// gets no token.
extern const KeyProviderType gcpKmsKeyProvider;
/// A data key of the transit engine of OpenBao or Vault. make() accesses no server.
extern const KeyProviderType openBaoKeyProvider;

} // namespace planlens::encryption
