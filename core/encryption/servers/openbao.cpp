// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/arguments.h"
#include "core/encryption/provider_arguments.h"
#include "core/encryption/servers/openbao_transit.h"
#include "core/encryption/servers/wrapped_key.h"

#include <fmt/core.h>

namespace planlens::encryption {

namespace {

using Kind = ArgumentType::Kind;

constexpr WrappedKeyFormat metadataFormat{
    "ciphertext", "openbao.keyMeta",
    "failed to generate OpenBao data key (check if the configuration valid and OpenBao server accessible): ",
    "failed to decrypt ciphertext (check if the configuration valid and OpenBao server accessible): "};

class OpenBao final : public WrappedKeyProvider {
public:
    OpenBao(OpenBaoTransit transit, int keyLength)
        : WrappedKeyProvider(metadataFormat, static_cast<std::size_t>(keyLength))
        , m_transit(std::move(transit)) {}

private:
    NewDataKey generate() const override { return m_transit.generate(static_cast<int>(keyLength())); }
    diags::Expected<std::string, std::string> decrypt(const std::string& wrapped) const override {
        return m_transit.decrypt(wrapped);
    }

    const OpenBaoTransit m_transit;
};

ArgumentTypes argumentTypes() {
    static const std::vector<ArgumentType> types{
        {"address"}, {"token"}, {"key_name", Kind::Text, true}, {"key_length", Kind::Integer}, {"transit_engine_path"}};
    return types;
}

KeyProviderPtr make(const values::Value& arguments, const KeyProviderType::Context& /*context*/, std::string& problem) {
    const cloud::Arguments given(arguments);
    if (given.text("key_name").empty()) {
        problem = "no key name found";
        return nullptr;
    }
    constexpr int usual = 32;
    const values::Value* const length = arguments.find("key_length");
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

const KeyProviderType openBaoKeyProvider = keyProviderWithArguments<argumentTypes, make>("openbao");

} // namespace planlens::encryption
