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

/// The arguments of the ssh program and the files that it requires: keys, certificates and host keys. The files are in
/// a directory that only the current user can access; it is removed on destruction or a forced stop. As in the
/// reference, the user's ssh configuration is ignored. The request must outlive the object.
class SshSetup {
public:
    static diags::Expected<std::unique_ptr<SshSetup>, std::string> make(const Connection& connection,
                                                                        const Request& request);

    const std::filesystem::path& program() const { return m_program; }
    /// Returns all arguments except the remote command. The host is the last one.
    const std::vector<std::string>& arguments() const { return m_arguments; }

private:
    SshSetup(std::filesystem::path program, const Request& request);
    /// Returns the options and the name of one host. `word` is the prefix of its file names.
    diags::Expected<std::vector<std::string>, std::string> argumentsFor(const Host& host, const std::string& word,
                                                                        const Connection& connection);
    diags::Expected<std::string, std::string> write(const std::string& name, const std::string& text) const;
    /// Returns the file that identifies a key of the agent; empty if there is none.
    std::string identityFile(const std::string& identity) const;

    const std::filesystem::path m_program;
    const Request& m_request;
    const system::PrivateDirectory m_directory;
    std::stop_callback<std::function<void()>> m_onForced;
    std::vector<std::string> m_arguments;
};

} // namespace planlens::provisioners
