// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/aws/settings.h"
#include "core/diags/diagnostic.h"

#include <stop_token>
#include <string>

namespace planlens::cloud::aws {

/// Finds credentials, renews them before they expire, and signs calls with them. Used by one thread at a time.
class Session {
public:
    explicit Session(Settings settings);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Finds credentials and checks them, unless that was done before. The other functions need it.
    diags::Diagnostics connect(const std::stop_token& stop);
    Outcome send(Call call, const std::stop_token& stop);

    const std::string& region() const { return m_settings.region; }
    const Settings& settings() const { return m_settings; }
    /// The address of a service, and whether it is not the default one.
    struct Endpoint {
        std::string url;
        bool isCustom = false;
    };
    Endpoint endpoint(Service service) const;

private:
    Sts sts();
    std::string textOf(const ServiceError& error) const;
    diags::Diagnostics checkCredentials(const std::stop_token& stop);
    diags::Expected<std::string, std::string> accountId(const std::stop_token& stop);

    Settings m_settings;
    Caller m_caller;
    Profiles m_profiles;
    Credentials m_credentials;
    bool m_isConnected = false;
};

/// "123456789012" of "arn:aws:iam::123456789012:user/x"; empty if it is not an ARN.
std::string accountOfArn(const std::string& arn);

} // namespace planlens::cloud::aws
