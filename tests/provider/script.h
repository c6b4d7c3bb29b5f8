// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/schemas/schema.h"
#include "tests/provider/event.h"
#include "tests/provider/json_value.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace planlens::testing {

/// The contents of a script, described in README.md. Not modified after reading.
struct PluginScript {
    std::filesystem::path file;
    std::vector<int> protocols; // ascending
    schemas::ProviderSchemaPtr schemas;
    Json managed, data, ephemeral, functions; // by type or name
    Events events;
    Json handshake;
    std::set<std::string> laterFunctions; // available only after configuration
    std::set<std::string> answeredTwice;  // calls
    bool requiresConfigure = true;
    std::filesystem::path log, store; // may be empty

    /// Returns the rules of a type, or an empty object.
    static const Json& rulesOf(const Json& rules, const std::string& type);
};

/// Returns the path of a program's script: PLANLENS_TEST_PROVIDER, or `provider.json` beside the path it was called by.
std::filesystem::path scriptFile(const char* programPath);
/// Throws std::exception.
std::shared_ptr<const PluginScript> readScript(const std::filesystem::path& file);

} // namespace planlens::testing
