// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/system/exit_status.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// What is said where a plugin does not start, or does not go on: first as the reference says it, then what to do.
namespace planlens::providers::plugin {

struct Failure {
    std::string text;        // as the reference words it, without a full stop
    std::string advice = {}; // sentences of ours; may be empty
};

/// The program could not be executed, for this errno.
Failure spawnFailure(const std::filesystem::path& executable, int error);
/// It ended without having said where it listens.
Failure noHandshake(const std::optional<system::ExitStatus>& exitStatus);
/// What it said could not be understood.
Failure handshakeFailure(std::string problem);
/// It does not encrypt, though it was asked to.
Failure notEncrypted();
/// Nobody answers where it said that it listens, or somebody else.
Failure notConnected();
Failure startStopped();

/// These name the provider, where a call has failed.
std::string endedText(const addrs::Provider& provider, const system::ExitStatus& exitStatus);
std::string killedText(const addrs::Provider& provider);
std::string unreachableText(const addrs::Provider& provider);
std::string tooLargeText(const addrs::Provider& provider, int limit);
/// The report of a crashed plugin.
std::string crashText(std::string_view pluginName, std::string_view panic);

} // namespace planlens::providers::plugin
