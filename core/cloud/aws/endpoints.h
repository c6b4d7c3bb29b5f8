// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

/// The addresses of the services.
namespace planlens::cloud::aws {

bool isKnownRegion(std::string_view region);

enum class Service { S3, DynamoDb, Sts, Iam, Sso, SsoOidc, Kms };

struct ServiceNames {
    std::string_view host; // the start of its host name
    std::string_view key;  // in the section "services" of a profile, and in names of environment variables
};
ServiceNames namesOf(Service service);

/// Variants of an address.
struct Variants {
    bool isDualStack = false, isFips = false;
};
/// "https://sts.eu-west-1.amazonaws.com"
std::string defaultEndpoint(Service service, const std::string& region, Variants variants);
/// The region that requests to the default endpoint are signed for.
std::string signingRegion(Service service, const std::string& region);

} // namespace planlens::cloud::aws
