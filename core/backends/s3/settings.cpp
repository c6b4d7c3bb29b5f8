// SPDX-License-Identifier: MPL-2.0
#include "core/backends/s3/settings.h"

namespace planlens::backends::s3 {

using cloud::argumentError;
using diags::Diagnostics;

diags::Result<Settings> readSettings(const Setup& setup) {
    const cloud::Arguments given(setup.arguments);
    Diagnostics problems = checkArguments(setup.arguments);
    if (const std::string region = given.text("region"); !problems.hasErrors() && !region.empty() &&
                                                         !given.flag("skip_region_validation") &&
                                                         !cloud::aws::isKnownRegion(region))
        problems.append(argumentError("region", "Invalid region value", "invalid AWS Region: " + region));
    if (problems.hasErrors())
        return problems;
    cloud::storage::s3::Connection connection = cloud::storage::s3::readConnection(given, setup.directory, problems);
    if (problems.hasErrors())
        return problems;
    Settings settings;
    settings.aws = std::move(connection.aws);
    settings.store = std::move(connection.bucket);
    settings.key = given.text("key");
    settings.workspacePrefix = given.given("workspace_key_prefix").value_or(settings.workspacePrefix);
    settings.table = given.text("dynamodb_table");
    settings.usesLockFile = given.flag("use_lockfile");
    settings.stateTags = given.map("state_tags");
    settings.lockTags = given.map("lock_tags");
    return {std::move(settings), std::move(problems)};
}

} // namespace planlens::backends::s3
