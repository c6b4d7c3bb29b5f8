// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace planlens::cloud::http {

enum class Slashes { Encoded, Kept };
/// Encodes everything but letters, digits and "-._~", as signatures require.
std::string encoded(std::string_view text, Slashes slashes = Slashes::Encoded);

using Parameters = std::map<std::string, std::string, std::less<>>;
/// The query or form in the order that signatures require.
std::string encodedParameters(const Parameters& parameters);

/// The parts of an address of a server.
struct Uri {
    std::string scheme;    // in lower case
    std::string authority; // host and port; without the port if it is the one of the scheme
    std::string path;      // "/" at least
    std::string query;

    std::string host() const; // without the port and the brackets of IPv6
    std::string toString() const;
};
/// No scheme: https. User and password are left out.
Uri parseUri(std::string_view text);
bool isIpAddress(const std::string& host);

} // namespace planlens::cloud::http
