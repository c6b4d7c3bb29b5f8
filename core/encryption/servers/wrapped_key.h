// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/encryption/key_provider.h"

#include <initializer_list>
#include <string>
#include <string_view>

/// Key providers that store a key encrypted by a server. The metadata of most is a JSON object with one field of bytes.
namespace planlens::encryption {

/// A field of metadata: bytes in Base64, or a text.
struct MetadataField {
    enum class Kind { Bytes, Text };
    std::string_view name;
    std::string* value;
    Kind kind = Kind::Bytes;
};
/// Reads these fields, which are empty if they are missing or null. The result is the problem, in the words of the
/// reference for the type; empty if there is none.
std::string readMetadata(std::string_view metadata, std::string_view type, std::initializer_list<MetadataField> fields);

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

    std::string checkMetadata(std::string_view metadata) const override;
    diags::Expected<Provided, std::string> provide(std::string_view metadata, Purpose purpose) const final;

protected:
    std::size_t keyLength() const { return m_keyLength; } // bytes
    /// Random bytes as key, which is not encrypted.
    NewDataKey randomKey() const;

private:
    virtual NewDataKey generate() const = 0;
    virtual diags::Expected<std::string, std::string> decrypt(const std::string& wrapped) const = 0;
    virtual std::string toMetadata(const std::string& wrapped) const;
    /// The encrypted key in metadata that have been checked; empty if there is none.
    virtual std::string fromMetadata(std::string_view metadata) const;

    const WrappedKeyFormat& m_format; // a constant
    const std::size_t m_keyLength;    // bytes
};

} // namespace planlens::encryption
