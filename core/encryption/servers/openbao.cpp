// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/arguments.h"
#include "core/encryption/cipher.h"
#include "core/encryption/provider_arguments.h"
#include "core/encryption/servers/openbao_transit.h"
#include "core/encryption/servers/wrapped_key.h"

#include <fmt/core.h>

namespace planlens::encryption {

using diags::Diagnostics;
using diags::Unexpected;

namespace {

using Kind = ArgumentType::Kind;

constexpr WrappedKeyFormat metadataFormat{"ciphertext", "openbao.keyMeta"};

class OpenBao final : public KeyProvider {
public:
    OpenBao(OpenBaoTransit transit, int keyLength)
        : m_transit(std::move(transit))
        , m_keyLength(keyLength) {}

    std::string checkMetadata(std::string_view metadata) const override {
        const auto key = readWrappedKey(metadata, metadataFormat);
        return key ? std::string() : key.error();
    }

    diags::Expected<Provided, std::string> provide(std::string_view metadata, Purpose purpose) const override {
        Provided provided;
        const auto generated = purpose == Purpose::Encryption ? m_transit.generate(m_keyLength) : placeholder();
        if (!generated)
            return Unexpected{"failed to generate OpenBao data key" + advice + generated.error()};
        provided.keys.encryption = generated->plain;
        provided.metadata = writeWrappedKey(generated->wrapped, metadataFormat);
        const std::string wrapped = metadata.empty() ? std::string() : *readWrappedKey(metadata, metadataFormat);
        if (wrapped.empty())
            return provided;
        auto key = m_transit.decrypt(wrapped);
        if (!key)
            return Unexpected{"failed to decrypt ciphertext" + advice + key.error()};
        provided.keys.decryption = *std::move(key);
        return provided;
    }

private:
    diags::Expected<OpenBaoTransit::DataKey, std::string> placeholder() const {
        const std::optional<std::string> bytes = randomBytes(static_cast<std::size_t>(m_keyLength));
        if (!bytes)
            return Unexpected{fmt::format("no {} bytes of random data", m_keyLength)};
        return OpenBaoTransit::DataKey{*bytes, {}};
    }

    const std::string advice = " (check if the configuration valid and OpenBao server accessible): ";
    const OpenBaoTransit m_transit;
    const int m_keyLength; // bytes
};

ArgumentTypes argumentTypes() {
    static const std::vector<ArgumentType> types{
        {"address"}, {"token"}, {"key_name", Kind::Text, true}, {"key_length", Kind::Integer}, {"transit_engine_path"}};
    return types;
}

diags::Result<std::vector<hcl::Traversal>> references(const hcl::Body& body) {
    return referencesIn(body, schemaOf(argumentTypes()));
}

KeyProviderPtr make(const hcl::Body& body, const KeyProviderType::Context& context, std::string& problem,
                    Diagnostics& diagnostics) {
    const std::optional<hcl::BodyContent> content = body.content(schemaOf(argumentTypes())).into(diagnostics);
    if (diagnostics.hasErrors())
        return nullptr;
    const auto arguments = readArguments(*content, argumentTypes(), context.evaluate, diagnostics);
    if (!arguments)
        return nullptr;
    const cloud::Arguments given(*arguments);
    if (given.text("key_name").empty()) {
        problem = "no key name found";
        return nullptr;
    }
    constexpr int usual = 32;
    const values::Value* const length = arguments->find("key_length");
    const bool isUsual = !length || length->asNumber().toString() == "0";
    const int bytes = isUsual ? usual : given.number("key_length").value_or(0);
    if (bytes != 16 && bytes != 32 && bytes != 64) {
        problem = fmt::format("invalid key provider configuration: data key length should one of 16, 32 or 64 bytes: "
                              "got {}",
                              length->asNumber().toString());
        return nullptr;
    }
    auto server = readOpenBaoServer(given.text("address"), given.text("token"));
    if (!server) {
        problem = "invalid key provider configuration: " + server.error();
        return nullptr;
    }
    const std::string path = given.text("transit_engine_path");
    return std::make_unique<const OpenBao>(
        OpenBaoTransit(*std::move(server), path.empty() ? std::string("/transit") : path, given.text("key_name")),
        bytes);
}

} // namespace

const KeyProviderType openBaoKeyProvider{"openbao", references, make};

} // namespace planlens::encryption
