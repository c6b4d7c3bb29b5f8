// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/backend.h"
#include "core/backends/remote/client.h"

namespace planlens::backends {

/// A state that a client stores at another place. The journal of an apply is kept beside the file `journalBase` of this
/// machine, which need not exist and should be different for each state. With an encryption, the client and the journal
/// get only encrypted texts.
std::unique_ptr<WorkspaceState> makeRemoteState(std::unique_ptr<Client> client, std::filesystem::path journalBase,
                                                states::EncryptionPtr encryption);

/// The file beside which the journal of an apply is kept. Its name contains a digest of the place of the state.
std::filesystem::path journalBase(const std::filesystem::path& directory, std::string_view backend,
                                  std::string_view place);

/// The time between two snapshots of an apply, because each may become a version that the server keeps forever.
inline constexpr std::chrono::seconds remoteSnapshotInterval{20};

} // namespace planlens::backends
