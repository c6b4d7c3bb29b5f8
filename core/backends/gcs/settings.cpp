// SPDX-License-Identifier: MPL-2.0
#include "core/backends/gcs/settings.h"

#include "core/backends/gcs/gcs.h"
#include "core/backends/remote/argument_schemas.h"

namespace planlens::backends {
namespace gcs {

diags::Result<Settings> readSettings(const Setup& setup) {
    if (diags::Diagnostics problems = checkGcsArguments(setup.arguments); problems.hasErrors())
        return problems;
    const cloud::Arguments given(setup.arguments);
    auto connection = cloud::storage::gcs::readConnection(given, setup.directory);
    if (!connection.isOk())
        return std::move(connection.diagnostics);
    Settings settings{std::move(connection->google), std::move(connection->bucket), given.text("prefix")};
    settings.prefix.erase(0, settings.prefix.find_first_not_of('/'));
    if (!settings.prefix.empty() && !settings.prefix.ends_with('/'))
        settings.prefix += '/';
    return settings;
}

} // namespace gcs

const schemas::Block& gcsArguments() {
    static const schemas::Block schema = [] {
        schemas::Block block;
        using values::Type;
        addArguments(block.attributes, {"bucket"}, Type::string(), Need::Required);
        addArguments(block.attributes,
                     {"prefix", "credentials", "access_token", "impersonate_service_account", "encryption_key",
                      "kms_encryption_key", "storage_custom_endpoint", "universe_domain"},
                     Type::string());
        addArguments(block.attributes, {"impersonate_service_account_delegates"}, Type::list(Type::string()));
        return block;
    }();
    return schema;
}

diags::Diagnostics checkGcsArguments(const values::Value& arguments) {
    diags::Diagnostics problems = missingArguments(gcsArguments(), arguments);
    problems.append(cloud::storage::gcs::checkArguments(cloud::Arguments(arguments)));
    return problems;
}

} // namespace planlens::backends
