// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/provisioners/provisioner.h"
#include "core/provisioners/scp.h"
#include "core/provisioners/ssh_setup.h"

#include <functional>
#include <memory>
#include <string>

namespace planlens::provisioners {

/// A machine that is reached by the system's ssh, one call of it a step. Blocks; one thread.
class Ssh {
public:
    /// What a step can fail with; true otherwise.
    using Outcome = diags::Expected<bool, std::string>;
    using Output = std::function<void(const std::string& text)>;

    /// Reads the connection block of the request, which outlives this.
    static diags::Expected<std::unique_ptr<Ssh>, std::string> open(const Request& request);

    /// Tries until the machine lets somebody in, or the time for that is over. The output, if any, is told of each try.
    Outcome connect(const Output& output);
    /// A new path for a script.
    std::string scriptPath();
    /// Sends a script, with what says which shell runs it where the script does not; it can be executed then.
    Outcome uploadScript(const std::string& path, std::string text);
    Outcome upload(const std::string& path, const Upload& upload);
    /// Into a folder of the machine; the name as of ScpSender.
    Outcome uploadFolder(const std::string& path, const Upload& upload, const std::string& name);
    /// Runs a command of the remote shell, and tells what it writes line by line.
    Outcome execute(const std::string& command, const Output& output);

private:
    Ssh(const Request& request, Connection connection, std::unique_ptr<SshSetup> setup);
    enum class Terminal { None, Wanted };
    system::Command commandFor(const std::string& remote, Terminal terminal) const;
    Outcome tryConnecting(const system::Limits& limits) const;
    Outcome send(const std::string& command, ScpSender sender) const;
    void announce(const Output& output) const;

    const Request& m_request;
    const Connection m_connection;
    const std::unique_ptr<SshSetup> m_setup;
};

} // namespace planlens::provisioners
