// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/aws/settings.h"
#include "core/diags/diagnostic.h"

#include <stop_token>
#include <string>
#include <vector>

namespace planlens::cloud::aws {

/// Finds credentials: in the arguments, the environment, the profiles, the container and the instance, in this order,
/// and assumes the role of the arguments with them.
class CredentialChain {
public:
    CredentialChain(const Settings& settings, const Profiles& profiles, Caller& caller, Sts sts)
        : m_settings(settings)
        , m_profiles(profiles)
        , m_caller(caller)
        , m_sts(std::move(sts)) {}

    /// The error says where credentials were looked for, and what to do.
    diags::Expected<Credentials, diags::Diagnostic> find(const std::stop_token& stop);

private:
    Found initial(const std::stop_token& stop);
    Found ofEnvironment(const std::stop_token& stop);
    Found ofProfile(const std::string& name, std::vector<std::string>& visited, const std::stop_token& stop);
    Found ofSection(const std::string& name, const Section& section, std::vector<std::string>& visited,
                    const std::stop_token& stop);
    Found ofNamedSource(const std::string& source, const std::stop_token& stop);
    Found ofSso(const std::string& name, const Section& section, const std::stop_token& stop);
    Found ofProcess(const std::string& name, const std::stop_token& stop);
    Found ofContainer(const std::stop_token& stop);
    Found ofInstance(const Section& section, const std::stop_token& stop);
    Found ofWebIdentity(const WebIdentity& identity, const std::stop_token& stop);
    diags::Diagnostic nothingFound(const std::string& error) const;

    const Settings& m_settings;
    const Profiles& m_profiles;
    Caller& m_caller;
    Sts m_sts;
    std::vector<std::string> m_places; // where credentials were looked for
    std::string m_advice;              // what to do
};

/// The name of the profile that is used.
std::string selectedProfile(const Settings& settings);

} // namespace planlens::cloud::aws
