// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/used_parts.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace planlens::encryption {

std::string partOfTool(const configs::EncryptionConfig& config) {
    constexpr std::string_view types[] = {"aws_kms", "azure_vault", "gcp_kms", "openbao"};
    for (const configs::EncryptionConfig::Part& part : config.keyProviders)
        if (std::ranges::find(types, part.type) != std::end(types))
            return fmt::format("key_provider.{}.{}", part.type, part.name);
    return {};
}

std::vector<ExternalPart> externalParts(const configs::EncryptionConfig& config) {
    std::vector<ExternalPart> found;
    const auto add = [&](std::string_view block, const configs::EncryptionConfig::Part& part) {
        if (part.type != "external")
            return;
        const auto content = part.body->knownContent({{{"command"}, {"encrypt_command"}, {"decrypt_command"}}, {}});
        found.push_back({fmt::format("{}.external.{}", block, part.name),
                         content.value ? content->attributes : std::vector<hcl::Attribute>()});
    };
    for (const auto& part : config.keyProviders)
        add("key_provider", part);
    for (const auto& part : config.methods)
        add("method", part);
    return found;
}

} // namespace planlens::encryption
