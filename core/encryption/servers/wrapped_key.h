// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/encryption/key_provider.h"

#include <string>
#include <string_view>

/// Key providers that store a key encrypted by a server. Their metadata is a JSON object with one field of bytes.
namespace planlens::encryption {

struct WrappedKeyFormat {
    std::string_view field;
    std::string_view type;                          // in messages of the reference: "openbao.keyMeta"
    std::string_view generateFailed, decryptFailed; // before the message of an operation that failed
};

/// A key, and the same encrypted by the server.
struct DataKey {
    std::string plain, wrapped;
};
using NewDataKey = diags::Expected<DataKey, std::string>;

/// Encrypts with a new key of the server, and decrypts with that of the metadata. The errors of its operations are
/// messages without secrets.
class WrappedKeyProvider : public KeyProvider {
public:
    WrappedKeyProvider(const WrappedKeyFormat& format, std::size_t keyLength)
        : m_format(format)
        , m_keyLength(keyLength) {}

    std::string checkMetadata(std::string_view metadata) const final;
    diags::Expected<Provided, std::string> provide(std::string_view metadata, Purpose purpose) const final;

protected:
    std::size_t keyLength() const { return m_keyLength; } // bytes

private:
    virtual NewDataKey generate() const = 0;
    virtual diags::Expected<std::string, std::string> decrypt(const std::string& wrapped) const = 0;
    NewDataKey placeholder() const;

    const WrappedKeyFormat& m_format; // a constant
    const std::size_t m_keyLength;    // bytes
};

} // namespace planlens::encryption
