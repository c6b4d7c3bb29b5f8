// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/provisioners/connection.h"
#include "core/provisioners/provisioner.h"
#include "core/system/private_directory.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace planlens::provisioners {

/// A text in quotes, as one word of a POSIX shell.
std::string shellWord(const std::string& text);

/// What the ssh program is called with, and the files it wants: keys, certificates and host keys. These are in a folder
/// of this user alone, and go with the object or when the run is forced to end. The user's own settings of ssh have no
/// influence, as in the reference. The request outlives it.
class SshSetup {
public:
    static diags::Expected<std::unique_ptr<SshSetup>, std::string> make(const Connection& connection,
                                                                        const Request& request);

    const std::filesystem::path& program() const { return m_program; }
    /// All but the command; the host is the last.
    const std::vector<std::string>& arguments() const { return m_arguments; }

private:
    SshSetup(std::filesystem::path program, const Request& request);
    /// Options for one machine and its name; files get names that begin with the word.
    diags::Expected<std::vector<std::string>, std::string> argumentsFor(const Host& host, const std::string& word,
                                                                        const Connection& connection);
    diags::Expected<std::string, std::string> write(const std::string& name, const std::string& text) const;
    /// The file that says which key of the agent is meant; empty where it cannot be found out.
    std::string identityFile(const std::string& identity) const;

    const std::filesystem::path m_program;
    const Request& m_request;
    const system::PrivateDirectory m_directory;
    std::stop_callback<std::function<void()>> m_onForced;
    std::vector<std::string> m_arguments;
};

} // namespace planlens::provisioners
