// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::cloud::aws {

/// The files with profiles, in the order in which later ones replace values of earlier ones.
struct ProfileFiles {
    std::vector<std::filesystem::path> config, credentials;
    /// Whether the user selected the config files (the home directory, or AWS_CONFIG_FILE), not the arguments of a
    /// backend. Only such files may name programs to start.
    bool isConfigOfUser = true;
};

/// The keys and values of a section. Keys are in lower case; those of a nested group are "group.key".
using Section = std::map<std::string, std::string, std::less<>>;

/// The profiles of the AWS CLI and SDKs. Files that cannot be read are ignored.
class Profiles {
public:
    static Profiles read(const ProfileFiles& files);

    const Section* profile(const std::string& name) const;
    const Section* ssoSession(const std::string& name) const;
    const Section* services(const std::string& name) const;
    const ProfileFiles& files() const { return m_files; }
    /// The program that prints credentials; empty if there is none, or if the user has not selected the file.
    std::string credentialProcess(const std::string& profile) const;

private:
    ProfileFiles m_files;
    std::map<std::string, Section> m_config, m_profiles; // m_profiles: of both kinds of files
    std::map<std::string, std::string> m_processes;      // by profile
};

/// The value of a key; empty if there is none.
std::string valueOf(const Section& section, std::string_view key);

/// The sections of a file by their names, such as "profile x". Invalid lines are ignored.
std::map<std::string, Section> parseProfileFile(std::string_view text);

} // namespace planlens::cloud::aws
