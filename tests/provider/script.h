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

/// All that is in a script; README.md says what it means. Not changed once read.
struct Script {
    std::filesystem::path file;
    std::vector<int> protocols; // ascending
    schemas::ProviderSchemaPtr schemas;
    Json managed, data, ephemeral, functions; // by type or name
    Events events;
    Json handshake;
    std::set<std::string> laterFunctions; // that there are only once it is configured
    bool requiresConfigure = true;
    std::filesystem::path log, store; // may be empty

    /// The rules of a type, an empty object where there are none.
    static const Json& rulesOf(const Json& rules, const std::string& type);
};

/// Where the script of a program is: PLANLENS_TEST_PROVIDER, or `provider.json` beside the program as it was called.
std::filesystem::path scriptFile(const char* programPath);
/// Throws std::exception.
std::shared_ptr<const Script> readScript(const std::filesystem::path& file);

} // namespace planlens::testing
