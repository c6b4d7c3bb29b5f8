// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/google/metadata.h"

#include "core/cloud/http/exchange.h"
#include "core/cloud/http/uri.h"
#include "core/cloud/json_object.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/system/interruptible_sleep.h"

#include <algorithm>
#include <fmt/core.h>

namespace planlens::cloud::google {
namespace {

using diags::Unexpected;
using system::environmentText;

std::string hostOfServer() {
    const std::string host = environmentText("GCE_METADATA_HOST");
    return host.empty() ? "169.254.169.254" : host;
}

/// Whether the firmware names Google, so that a slow answer is worth waiting for.
bool isMachineOfGoogle() {
    const auto product = system::readFile("/sys/class/dmi/id/product_name");
    return product && product->starts_with("Google");
}

http::Request requestOf(const std::string& path) {
    http::Request request;
    request.method = "GET";
    request.url = "http://" + hostOfServer() + path;
    request.headers = {"Metadata-Flavor: Google"};
    request.redirects = http::Request::Redirects::Returned;
    request.connection.proxy = "";
    request.connection.connectLimit = std::chrono::seconds(2);
    request.connection.limit = std::chrono::seconds(5);
    return request;
}

} // namespace

bool hasMetadataServer(const std::stop_token& stop) {
    if (!environmentText("GCE_METADATA_HOST").empty())
        return true;
    if (environmentText("NO_GCE_CHECK") == "true")
        return false;
    http::Request request = requestOf("/");
    if (!isMachineOfGoogle())
        request.connection.connectLimit = request.connection.limit = std::chrono::milliseconds(500);
    const auto response = http::performRequest(request, stop);
    return response && response->header("metadata-flavor") == "Google";
}

FoundToken tokenOfMachine(std::string scopes, const std::stop_token& stop) {
    std::ranges::replace(scopes, ' ', ',');
    const http::Request request =
        requestOf("/computeMetadata/v1/instance/service-accounts/default/token?scopes=" + http::encoded(scopes));
    for (int attempt = 1;; ++attempt) {
        const auto response = http::performRequest(request, stop);
        const bool isRepeated = response ? response->status >= 500 : response.error().canRetry;
        if (isRepeated && attempt < 5 && !stop.stop_requested()) {
            system::sleepFor(std::chrono::milliseconds(100 << attempt), stop);
            continue;
        }
        if (!response)
            return Unexpected{TokenFailure{"credentials: cannot fetch token: " + response.error().message}};
        const auto body = JsonObject::parse(response->body);
        if (response->status == 404)
            return Unexpected{TokenFailure{"credentials: cannot fetch token: the machine has no service account",
                                           "Attach a service account to the machine, or configure credentials."}};
        if (response->status != 200 || !body)
            return Unexpected{TokenFailure{fmt::format(
                "credentials: cannot fetch token: the metadata server returned the status {}", response->status)}};
        const std::string value = body->text("access_token");
        const long long seconds = body->number("expires_in");
        if (value.empty() || seconds == 0)
            return Unexpected{TokenFailure{"credentials: incomplete token received from metadata"}};
        return Token{value, std::chrono::system_clock::now() + std::chrono::seconds(seconds)};
    }
}

} // namespace planlens::cloud::google
