// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/servers/wrapped_key.h"

#include "core/encryption/cipher.h"
#include "core/states/file/json_fields.h"
#include "core/values/json/json.h"
#include "core/values/json/json_scanner.h"
#include "core/values/text/base64.h"

#include <fmt/core.h>

namespace planlens::encryption {

using diags::Unexpected;

namespace {

/// The bytes in the field; empty if there are none. The error is a message.
diags::Expected<std::string, std::string> readWrappedKey(std::string_view metadata, const WrappedKeyFormat& format) {
    values::JsonScanner scanner(metadata);
    if (!scanner.skipValue() || !scanner.atEnd())
        return Unexpected{scanner.error().empty() ? std::string("no JSON object") : scanner.error()};
    std::string text;
    states::JsonFields fields(metadata);
    const bool isRead = fields.object(
        [&](std::string_view name) { return name == format.field ? fields.string(text) : fields.skip(); });
    if (!isRead)
        return Unexpected{
            fields.field().empty()
                ? fmt::format("json: cannot unmarshal {} into Go value of type {}", fields.found(), format.type)
                : fmt::format("json: cannot unmarshal {} into Go struct field keyMeta.{} of type []uint8",
                              fields.found(), fields.field())};
    auto bytes = values::fromBase64(text);
    if (!bytes)
        return Unexpected{fmt::format("illegal base64 data at input byte {}", bytes.error())};
    return *std::move(bytes);
}

std::string writeWrappedKey(std::string_view bytes, const WrappedKeyFormat& format) {
    std::string json = fmt::format("{{\"{}\":", format.field);
    values::appendJsonString(json, values::toBase64(bytes));
    return json + '}';
}

} // namespace

std::string WrappedKeyProvider::checkMetadata(std::string_view metadata) const {
    const auto key = readWrappedKey(metadata, m_format);
    return key ? std::string() : key.error();
}

NewDataKey WrappedKeyProvider::placeholder() const {
    const std::optional<std::string> bytes = randomBytes(m_keyLength);
    if (!bytes)
        return Unexpected{fmt::format("no {} bytes of random data", m_keyLength)};
    return DataKey{*bytes, {}};
}

diags::Expected<KeyProvider::Provided, std::string> WrappedKeyProvider::provide(std::string_view metadata,
                                                                                Purpose purpose) const {
    Provided provided;
    const auto generated = purpose == Purpose::Encryption ? generate() : placeholder();
    if (!generated)
        return Unexpected{std::string(m_format.generateFailed) + generated.error()};
    provided.keys.encryption = generated->plain;
    provided.metadata = writeWrappedKey(generated->wrapped, m_format);
    const std::string wrapped = metadata.empty() ? std::string() : *readWrappedKey(metadata, m_format);
    if (wrapped.empty())
        return provided;
    auto key = decrypt(wrapped);
    if (!key)
        return Unexpected{std::string(m_format.decryptFailed) + key.error()};
    provided.keys.decryption = *std::move(key);
    return provided;
}

} // namespace planlens::encryption
