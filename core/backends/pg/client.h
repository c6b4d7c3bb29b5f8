// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/pg/database.h"
#include "core/backends/remote/client.h"
#include "core/states/encryption.h"

#include <memory>
#include <string>
#include <vector>

namespace planlens::backends::pg {

/// The state of one workspace: a row of the table. Its lock is an advisory lock of the session, with the ID of the row
/// as its key. A workspace is created under a lock that is common to the whole table, with an empty state, which is
/// encrypted.
std::unique_ptr<Client> makeClient(Settings settings, std::string workspace, states::EncryptionPtr encryption);

/// The key of the advisory lock under which workspaces are created.
std::string creationLockKey(const std::string& schema, const std::string& table);

/// The names of all workspaces but "default", in any order. Errors are messages without secrets.
diags::Expected<std::vector<std::string>, std::string> listWorkspaces(const Settings& settings,
                                                                      const std::stop_token& stop);
/// Deletes the row of a workspace.
system::IoOutcome deleteWorkspace(const Settings& settings, const std::string& name, const std::stop_token& stop);

} // namespace planlens::backends::pg
