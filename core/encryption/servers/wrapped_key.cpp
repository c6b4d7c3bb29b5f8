// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/servers/wrapped_key.h"

#include "core/encryption/cipher.h"
#include "core/states/file/json_fields.h"
#include "core/values/json/json.h"
#include "core/values/json/json_scanner.h"
#include "core/values/text/base64.h"

#include <algorithm>
#include <fmt/core.h>

namespace planlens::encryption {

using diags::Unexpected;

std::string readMetadata(std::string_view metadata, std::string_view type, std::initializer_list<MetadataField> read) {
    values::JsonScanner scanner(metadata);
    if (!scanner.skipValue() || !scanner.atEnd())
        return scanner.error().empty() ? std::string("no JSON object") : scanner.error();
    states::JsonFields fields(metadata);
    const MetadataField* last = nullptr;
    const bool isRead = fields.object([&](std::string_view name) {
        last = std::ranges::find(read, name, &MetadataField::name);
        return last != read.end() ? fields.string(*last->value) : fields.skip();
    });
    if (!isRead) {
        if (fields.field().empty())
            return fmt::format("json: cannot unmarshal {} into Go value of type {}", fields.found(), type);
        const bool isText = last && last != read.end() && last->kind == MetadataField::Kind::Text;
        return fmt::format("json: cannot unmarshal {} into Go struct field keyMeta.{} of type {}", fields.found(),
                           fields.field(), isText ? "string" : "[]uint8");
    }
    for (const MetadataField& field : read) {
        if (field.kind == MetadataField::Kind::Text)
            continue;
        auto bytes = values::fromBase64(*field.value);
        if (!bytes)
            return fmt::format("illegal base64 data at input byte {}", bytes.error());
        *field.value = *std::move(bytes);
    }
    return {};
}

std::string WrappedKeyProvider::checkMetadata(std::string_view metadata) const {
    std::string wrapped;
    return readMetadata(metadata, m_format.type, {{m_format.field, &wrapped}});
}

std::string WrappedKeyProvider::fromMetadata(std::string_view metadata) const {
    std::string wrapped;
    readMetadata(metadata, m_format.type, {{m_format.field, &wrapped}});
    return wrapped;
}

std::string WrappedKeyProvider::toMetadata(const std::string& wrapped) const {
    std::string json = fmt::format("{{\"{}\":", m_format.field);
    values::appendJsonString(json, values::toBase64(wrapped));
    return json + '}';
}

NewDataKey WrappedKeyProvider::randomKey() const {
    const std::optional<std::string> bytes = randomBytes(m_keyLength);
    if (!bytes)
        return Unexpected{fmt::format("no {} bytes of random data", m_keyLength)};
    return DataKey{*bytes, {}};
}

diags::Expected<KeyProvider::Provided, std::string> WrappedKeyProvider::provide(std::string_view metadata,
                                                                                Purpose purpose) const {
    Provided provided;
    const auto generated = purpose == Purpose::Encryption ? generate() : randomKey();
    if (!generated)
        return Unexpected{std::string(m_format.generateFailed) + generated.error()};
    provided.keys.encryption = generated->plain;
    provided.metadata = toMetadata(generated->wrapped);
    const std::string wrapped = metadata.empty() ? std::string() : fromMetadata(metadata);
    if (wrapped.empty())
        return provided;
    auto key = decrypt(wrapped);
    if (!key)
        return Unexpected{std::string(m_format.decryptFailed) + key.error()};
    provided.keys.decryption = *std::move(key);
    return provided;
}

} // namespace planlens::encryption
