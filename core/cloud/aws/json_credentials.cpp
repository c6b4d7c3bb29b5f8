// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/json_credentials.h"

#include "core/cloud/aws/expiry.h"

#include <nlohmann/json.hpp>

namespace planlens::cloud::aws {

Found readJsonCredentials(std::string_view text, std::string_view tokenName) {
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object())
        return diags::Unexpected{std::string("it is not a JSON object")};
    const auto field = [&](std::string_view name) {
        const auto it = json.find(name);
        return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
    };
    Credentials credentials{field("AccessKeyId"), field("SecretAccessKey"), field(tokenName),
                            parseExpiry(field("Expiration"))};
    if (credentials.accessKey.empty())
        return diags::Unexpected{std::string("AccessKeyId is missing")};
    if (credentials.secretKey.empty())
        return diags::Unexpected{std::string("SecretAccessKey is missing")};
    return credentials;
}

} // namespace planlens::cloud::aws
