// SPDX-License-Identifier: MPL-2.0
#include "core/formats/schema_cache.h"

#include "core/formats/provider_schema_json.h"
#include "core/providers/packages/lock_file.h"
#include "core/states/workspace.h"
#include "core/system/file.h"

namespace planlens::formats {

namespace fs = std::filesystem;

fs::path keptSchemas(const fs::path& directory) {
    return states::dataDirectory(directory) / "planlens-schemas.json";
}

void keepSchemas(plans::Schemas schemas, const fs::path& directory) {
    const fs::path path = keptSchemas(directory);
    std::error_code missing, ignored;
    const auto kept = fs::last_write_time(path, missing);
    if (!missing && kept >= fs::last_write_time(directory / providers::lockFileName, ignored))
        return;
    std::erase_if(schemas, [](const auto& schema) { return schema.first.isBuiltIn(); });
    if (schemas.empty())
        return;
    // Without the file, estimates only lack schemas.
    (void)system::replaceFile(path, providerSchemasJson(schemas) + "\n", 0600);
}

} // namespace planlens::formats
