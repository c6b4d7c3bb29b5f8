// SPDX-License-Identifier: MPL-2.0
#include "core/values/text/credentials.h"

#include <algorithm>
#include <set>

namespace planlens::values {

std::vector<std::string_view> credentialsIn(std::string_view address) {
    constexpr std::string_view separator = "://";
    const std::size_t scheme = address.find(separator);
    if (scheme == std::string_view::npos)
        return {};
    std::vector<std::string_view> found;
    const std::size_t start = scheme + separator.size();
    const std::string_view host = address.substr(start, address.find_first_of("/?#", start) - start);
    if (const std::size_t at = host.rfind('@'); at != std::string_view::npos) {
        const std::string_view user = host.substr(0, at);
        const std::size_t colon = user.find(':');
        if (colon != std::string_view::npos)
            found.push_back(user.substr(colon + 1));
        else if (!address.substr(0, scheme).ends_with("ssh")) // users of ssh have keys
            found.push_back(user);
    }
    static const std::set<std::string_view> versions{"ref", "depth", "archive", "checksum", "version", "versionId"};
    const std::size_t query = std::min(address.find('?', start), address.size());
    const std::size_t end = std::min(address.find('#', query), address.size());
    for (std::size_t at = query + 1; at < end;) {
        const std::size_t next = std::min(address.find('&', at), end);
        const std::size_t equals = std::min(address.find('=', at), next);
        if (equals < next && !versions.contains(address.substr(at, equals - at)))
            found.push_back(address.substr(equals + 1, next - equals - 1));
        at = next + 1;
    }
    std::erase(found, std::string_view());
    return found;
}

std::string withoutCredentials(std::string_view address) {
    std::string text;
    std::size_t copied = 0;
    for (const std::string_view credential : credentialsIn(address)) {
        const auto at = std::size_t(credential.data() - address.data());
        text.append(address.substr(copied, at - copied)).append("***");
        copied = at + credential.size();
    }
    return text.append(address.substr(copied));
}

} // namespace planlens::values
