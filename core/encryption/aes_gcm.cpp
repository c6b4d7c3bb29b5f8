// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/cipher.h"
#include "core/encryption/method.h"

#include <fmt/core.h>

namespace planlens::encryption {

using diags::Diagnostics;
using diags::Result;
using diags::Unexpected;

namespace {

class AesGcm final : public Method {
public:
    AesGcm(Keys keys, std::string aad)
        : m_keys(std::move(keys))
        , m_aad(std::move(aad)) {}

    Bytes encrypt(std::string_view text) const override {
        std::optional<std::string> nonce = randomBytes(gcmNonceLength);
        if (!nonce)
            return Unexpected{std::string("encryption failed: could not generate nonce")};
        const std::optional<std::string> sealed = sealAesGcm(m_keys.encryption, *nonce, text, m_aad);
        if (!sealed)
            return Unexpected{std::string("encryption failed: unexpected error")};
        return *nonce + *sealed;
    }

    Bytes decrypt(std::string_view data) const override {
        if (m_keys.decryption.empty())
            return Unexpected{std::string("no decryption key available")};
        if (data.empty())
            return Unexpected{std::string("decryption failed: cannot decrypt empty data")};
        if (data.size() < gcmNonceLength)
            return Unexpected{
                std::string("decryption failed: cannot decrypt data because it is too small (likely data corruption)")};
        std::optional<std::string> text =
            openAesGcm(m_keys.decryption, data.substr(0, gcmNonceLength), data.substr(gcmNonceLength), m_aad);
        if (!text)
            return Unexpected{std::string("decryption failed: cipher: message authentication failed")};
        return *std::move(text);
    }

private:
    const Keys m_keys;
    const std::string m_aad;
};

bool isKeyLength(std::size_t length) {
    return length == 16 || length == 24 || length == 32;
}

diags::Diagnostic wrongKeyLength(std::size_t length, std::string_view key) {
    return invalidMethod(fmt::format(
        "AES-GCM requires the key length to be one of: 16, 24, 32, received {} bytes in the {} key", length, key));
}

} // namespace

diags::Diagnostic invalidMethod(std::string_view problem) {
    return diags::Diagnostic::error("Invalid method configuration",
                                    fmt::format("invalid method configuration: {}", problem));
}

Result<MethodPtr> makeAesGcm(const hcl::Body& body, const EvaluateArgument& evaluate) {
    Result<hcl::BodyContent> content = body.content({{{"keys", true}, {"aad"}}, {}});
    Diagnostics diagnostics = std::move(content.diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    const hcl::Expression& keysExpression = *content->attribute("keys")->expression;
    const std::optional<values::Value> given = evaluate(keysExpression).into(diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    Keys keys = keysFrom(*given, keysExpression.range()).into(diagnostics).value_or(Keys());
    std::string aad;
    if (const hcl::Attribute* const attribute = content->attribute("aad"))
        if (const std::optional<values::Value> value = evaluate(*attribute->expression).into(diagnostics))
            aad = bytesFrom(*value, attribute->expression->range(), diagnostics).value_or(std::string());
    if (diagnostics.hasErrors())
        return diagnostics;
    if (!isKeyLength(keys.encryption.size()))
        diagnostics.append(wrongKeyLength(keys.encryption.size(), "encryption"));
    else if (!keys.decryption.empty() && !isKeyLength(keys.decryption.size()))
        diagnostics.append(wrongKeyLength(keys.decryption.size(), "decryption"));
    if (diagnostics.hasErrors())
        return diagnostics;
    return {std::make_shared<const AesGcm>(std::move(keys), std::move(aad)), std::move(diagnostics)};
}

} // namespace planlens::encryption
