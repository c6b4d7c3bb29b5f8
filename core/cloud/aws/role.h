// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/aws/service.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Temporary credentials of the Security Token Service (STS).
namespace planlens::cloud::aws {

/// A role to assume, and the restrictions of its session. Empty fields are not sent.
struct Role {
    std::string arn, sessionName, externalId, policy;
    std::vector<std::string> policyArns, transitiveTagKeys;
    std::map<std::string, std::string> tags;
    std::optional<std::chrono::seconds> duration;
};

/// The connection to STS.
struct Sts {
    Caller* caller;
    std::string endpoint, region;
};

/// Credentials, or the reason why there are none.
using Found = diags::Expected<Credentials, std::string>;

Found assumeRole(const Sts& sts, const Role& role, const Credentials& by, const std::stop_token& stop);
Found assumeRoleWithWebIdentity(const Sts& sts, const Role& role, const std::string& token,
                                const std::stop_token& stop);

/// The ARN of the user or role of the credentials.
diags::Expected<std::string, ServiceError> callerIdentity(const Sts& sts, const Credentials& credentials,
                                                          const std::stop_token& stop);

/// A call of the services that take forms and return XML. No credentials: not signed.
Call formCall(std::string_view service, std::string_view operation, http::Parameters parameters,
              const std::string& endpoint, Scope scope);

} // namespace planlens::cloud::aws
