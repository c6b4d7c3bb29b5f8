// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/provisioners/provisioner.h"
#include "core/provisioners/scp.h"
#include "core/provisioners/ssh_setup.h"

#include <functional>
#include <memory>
#include <string>

namespace planlens::provisioners {

/// A remote machine, accessed with the system's ssh program, which runs once for each step. Blocking; not thread-safe.
class Ssh {
public:
    /// True, or the error message of a failed step.
    using Outcome = diags::Expected<bool, std::string>;
    using Output = std::function<void(const std::string& text)>;

    /// Reads the connection block of the request. The request must outlive the result.
    static diags::Expected<std::unique_ptr<Ssh>, std::string> open(const Request& request);

    /// Retries until a login succeeds or the connection timeout expires. Reports each attempt to `output`, if any.
    Outcome connect(const Output& output);
    /// Returns a new remote path for a script.
    std::string scriptPath();
    /// Uploads a script and makes it executable. Adds a shebang line if it has none.
    Outcome uploadScript(const std::string& path, std::string text);
    Outcome upload(const std::string& path, const Upload& upload);
    /// Uploads into a directory on the remote machine. `name` as for ScpSender.
    Outcome uploadFolder(const std::string& path, const Upload& upload, const std::string& name);
    /// Runs a command in the remote shell. Passes its output to `output` line by line.
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
