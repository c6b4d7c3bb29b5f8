// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/kubernetes/settings.h"
#include "core/backends/remote/client.h"

#include <memory>
#include <string>

namespace planlens::backends::kubernetes {

/// The label of all secrets with states.
inline constexpr auto stateLabel = "tfstate";
inline constexpr auto suffixLabel = "tfstateSecretSuffix";
inline constexpr auto workspaceLabel = "tfstateWorkspace";

/// The name of the secret with the state of a workspace. That of its lease is "lock-" and this name.
std::string secretName(const Settings& settings, const std::string& workspace);
std::string leaseName(const Settings& settings, const std::string& workspace);

/// The state of a workspace: a secret that contains it compressed.
std::unique_ptr<Client> makeClient(const Settings& settings, const std::string& workspace);

/// Deletes the secret with a state, which is locked. Does nothing if there is none.
system::IoOutcome deleteSecret(const Server& server, const std::string& name, const std::stop_token& stop);
/// Deletes the lease of a state. Does nothing if there is none, or if it is held.
system::IoOutcome deleteLease(const Server& server, const std::string& name, const std::stop_token& stop);

} // namespace planlens::backends::kubernetes
