// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/system/exit_status.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// Messages for plugins that do not start or that fail later: OpenTofu's text first, then advice.
namespace planlens::providers::plugin {

struct Failure {
    std::string text;        // OpenTofu's text, without a full stop
    std::string advice = {}; // added by Planlens; may be empty
};

/// The program could not be executed; `error` is an errno.
Failure spawnFailure(const std::filesystem::path& executable, int error);
/// The program ended before its handshake.
Failure noHandshake(const std::optional<system::ExitStatus>& exitStatus);
/// The handshake line is invalid.
Failure handshakeFailure(std::string problem);
/// The plugin does not encrypt although it should.
Failure notEncrypted();
/// Nothing, or another program, responds at the address of the handshake.
Failure notConnected();
Failure startStopped();

/// For failed calls; the texts contain the provider.
std::string endedText(const addrs::Provider& provider, const system::ExitStatus& exitStatus);
std::string killedText(const addrs::Provider& provider);
std::string unreachableText(const addrs::Provider& provider);
std::string tooLargeText(const addrs::Provider& provider, int limit);
/// Returns the crash report (Go panic) of a plugin.
std::string crashText(std::string_view pluginName, std::string_view panic);

} // namespace planlens::providers::plugin
