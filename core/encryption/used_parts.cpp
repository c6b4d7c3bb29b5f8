// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/used_parts.h"

#include <fmt/core.h>

#include <string_view>

namespace planlens::encryption {

std::vector<ExternalPart> externalParts(const configs::EncryptionConfig& config) {
    std::vector<ExternalPart> found;
    const auto add = [&](std::string_view block, const configs::EncryptionConfig::Part& part,
                         const hcl::BodySchema& shown) {
        const auto content = part.body->knownContent(shown);
        found.push_back({fmt::format("{}.{}.{}", block, part.type, part.name),
                         content.value ? content->attributes : std::vector<hcl::Attribute>()});
    };
    for (const auto& part : config.keyProviders) {
        if (part.type == "external")
            add("key_provider", part, {{{"command"}}, {}});
        if (part.type == "aws_kms")
            add("key_provider", part, {{{"kms_key_id"}}, {}});
        if (part.type == "azure_vault")
            add("key_provider", part, {{{"vault_uri"}, {"vault_key_name"}}, {}});
        if (part.type == "gcp_kms")
            add("key_provider", part, {{{"kms_encryption_key"}}, {}});
        if (part.type == "openbao")
            add("key_provider", part, {{{"address"}}, {}});
    }
    for (const auto& part : config.methods)
        if (part.type == "external")
            add("method", part, {{{"encrypt_command"}, {"decrypt_command"}}, {}});
    return found;
}

} // namespace planlens::encryption
