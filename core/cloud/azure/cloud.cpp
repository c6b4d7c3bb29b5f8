// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/azure/cloud.h"

#include "core/cloud/azure/requests.h"
#include "core/cloud/json_object.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace planlens::cloud::azure {

using diags::Unexpected;

std::optional<Cloud> cloudNamed(const std::string& environment) {
    constexpr std::array global{"", "public", "global", "canary"};
    constexpr std::array government{"usgovernment", "usgovernmentl4", "dod", "usgovernmentl5"};
    if (std::ranges::find(global, environment) != global.end())
        return Cloud{"https://login.microsoftonline.com/", "https://management.azure.com",
                     "https://management.core.windows.net/", "core.windows.net"};
    if (std::ranges::find(government, environment) != government.end())
        return Cloud{"https://login.microsoftonline.us/", "https://management.usgovcloudapi.net",
                     "https://management.core.usgovcloudapi.net/", "core.usgovcloudapi.net",
                     "api://AzureADTokenExchangeUSGov"};
    if (environment == "china")
        return Cloud{"https://login.chinacloudapi.cn/", "https://management.chinacloudapi.cn",
                     "https://management.core.chinacloudapi.cn/", "core.chinacloudapi.cn",
                     "api://AzureADTokenExchangeChina"};
    return std::nullopt;
}

diags::Expected<Cloud, std::string> describedCloud(const Settings& settings, const std::stop_token& stop) {
    http::Request request;
    request.method = "GET";
    request.url = fmt::format("https://{}/metadata/endpoints?api-version=2023-11-01", settings.metadataHost);
    const Outcome outcome = send(request, settings, stop);
    if (!outcome)
        return Unexpected{"retrieving environments from Azure MetaData service: " + outcome.error().text};
    const auto document = JsonObject::parse(outcome->body);
    if (!document)
        return Unexpected{std::string("decoding json in metadata response: it is not a JSON object")};
    Cloud cloud;
    if (const auto suffixes = document->object("suffixes"))
        cloud.storageDomain = suffixes->text("storage");
    if (cloud.storageDomain.empty())
        return Unexpected{std::string("could not find storage endpoint in given metadata host")};
    const auto authentication = document->object("authentication");
    const std::vector<std::string> audiences =
        authentication ? authentication->texts("audiences") : std::vector<std::string>();
    if (audiences.empty())
        return Unexpected{std::string("could not find token audience in given metadata host")};
    cloud.managementAudience = audiences.front();
    cloud.login = authentication->text("loginEndpoint");
    cloud.management = values::trimmedEnd(document->text("resourceManager"), "/");
    if (!cloud.login.starts_with("https://"))
        return Unexpected{std::string("the login endpoint in given metadata host is not an address with https")};
    if (!cloud.login.ends_with('/'))
        cloud.login += '/';
    for (const char* environment : {"usgovernment", "china"})
        if (const Cloud known = *cloudNamed(environment); known.login == cloud.login)
            cloud.exchangeAudience = known.exchangeAudience;
    return cloud;
}

} // namespace planlens::cloud::azure
