// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/aws/role.h"

namespace planlens::cloud::aws {

/// The part of a profile that is about AWS IAM Identity Center (SSO).
struct SsoProfile {
    std::string session; // the name of an sso-session; empty: the older form
    std::string startUrl, region, accountId, roleName;
    std::string portal, oidc; // addresses
};

/// The reason why there are no credentials.
struct SsoError {
    std::string message;
    bool needsLogin = false; // `aws sso login` helps
};

/// Exchanges the token that `aws sso login` has stored. A token of an sso-session that expires is renewed, and stored
/// as the AWS CLI does.
diags::Expected<Credentials, SsoError> ssoCredentials(const SsoProfile& profile, Caller& caller,
                                                      const std::stop_token& stop);

} // namespace planlens::cloud::aws
