// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/credential_process.h"

#include "core/cloud/aws/json_credentials.h"
#include "core/system/environment.h"
#include "core/system/run_program.h"
#include "core/values/text/printable.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::cloud::aws {

using diags::Unexpected;

Found runCredentialProcess(const std::string& command, const std::stop_token& stop) {
    const auto printed = system::runForOutput(
        {.executable = "/bin/sh", .environment = system::ownEnvironment(), .arguments = {"sh", "-c", command}}, stop);
    if (!printed)
        return Unexpected{"credential_process cannot be started: " + system::errnoText(printed.error())};
    if (!printed->isComplete)
        return Unexpected{std::string("credential_process did not end within a minute")};
    const std::string errors = values::printableLines(printed->error);
    if (!printed->status.isSuccess())
        return Unexpected{fmt::format("credential_process failed ({}){}{}", printed->status.toString(),
                                      errors.empty() ? "; run its command to see why" : ": ", errors)};
    const nlohmann::json json = nlohmann::json::parse(printed->output, nullptr, false);
    const auto version = json.is_object() ? json.find("Version") : json.end();
    if (!json.is_object() || version == json.end() || *version != 1)
        return Unexpected{std::string("credential_process did not print a JSON object of version 1")};
    Found found = readJsonCredentials(printed->output, "SessionToken");
    if (!found)
        return Unexpected{"the output of credential_process has no credentials: " + found.error()};
    return found;
}

} // namespace planlens::cloud::aws
