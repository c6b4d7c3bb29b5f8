// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/credential_process.h"

#include "core/cloud/aws/json_credentials.h"
#include "core/system/environment.h"
#include "core/system/run_program.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::cloud::aws {

using diags::Unexpected;

Found runCredentialProcess(const std::string& command, const std::stop_token& stop) {
    constexpr std::size_t limit = 1024 * 1024;
    std::string output;
    const system::Exchange exchange{.output =
                                        [&](std::string_view bytes) {
                                            if (output.size() < limit)
                                                output += bytes;
                                        },
                                    .error = [](std::string_view) {}}; // for the user; it may contain secrets
    const system::Limits limits{.stop = stop, .deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1)};
    const auto status = system::runProgram(
        {.executable = "/bin/sh", .environment = system::ownEnvironment(), .arguments = {"sh", "-c", command}},
        exchange, limits);
    if (!status)
        return Unexpected{"credential_process cannot be started: " + system::errnoText(status.error())};
    if (limits.areReached())
        return Unexpected{std::string("credential_process did not end within a minute")};
    if (!status->isSuccess())
        return Unexpected{
            fmt::format("credential_process failed ({}); run its command to see why", status->toString())};
    const nlohmann::json json = nlohmann::json::parse(output, nullptr, false);
    const auto version = json.is_object() ? json.find("Version") : json.end();
    if (!json.is_object() || version == json.end() || *version != 1)
        return Unexpected{std::string("credential_process did not print a JSON object of version 1")};
    Found found = readJsonCredentials(output, "SessionToken");
    if (!found)
        return Unexpected{"the output of credential_process has no credentials: " + found.error()};
    return found;
}

} // namespace planlens::cloud::aws
