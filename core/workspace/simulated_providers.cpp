// SPDX-License-Identifier: MPL-2.0
#include "core/workspace/simulated_providers.h"

#include "core/formats/schema_cache.h"
#include "core/providers/simulated/simulated_registry.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <optional>

namespace planlens::workspace {

namespace fs = std::filesystem;
using diags::Diagnostics;
using diags::Result;

namespace {

Result<std::string> readText(const fs::path& directory, const std::string& file) {
    auto text = system::readFile(directory / file);
    if (text)
        return *std::move(text);
    return diags::Diagnostic::error("Failed to read file",
                                    fmt::format("The file \"{}\" could not be read: {}.", file, text.error().reason()));
}

} // namespace

Result<std::shared_ptr<providers::Registry>> simulatedRegistry(const fs::path& directory,
                                                               const SimulatedProviders& files,
                                                               std::shared_ptr<providers::Registry> builtIn) {
    using namespace providers::simulated;
    const std::string file = files.schemas.empty() ? formats::keptSchemas(".").string() : files.schemas;
    if (std::error_code error; files.schemas.empty() && !fs::exists(directory / file, error))
        return diags::Diagnostic::error("No cached provider schemas",
                                        "No plan with providers has been created in this directory. Run \"tofu init\" "
                                        "and create one. Or run \"tofu providers schema "
                                        "-json\" where the providers are installed, and pass its output to "
                                        "\"planlens-cli plan\" with -simulate=FILE.");
    Diagnostics diagnostics;
    SchemasByProvider schemas;
    if (const std::optional<std::string> text = readText(directory, file).into(diagnostics))
        schemas = readProviderSchemas(*text).into(diagnostics).value_or(schemas);
    ReplacementRules rules;
    if (!files.replacementRules.empty())
        if (const std::optional<std::string> text = readText(directory, files.replacementRules).into(diagnostics))
            rules = readReplacementRules(*text).into(diagnostics).value_or(rules);
    if (diagnostics.hasErrors())
        return diagnostics;
    return {std::make_shared<SimulatedRegistry>(std::move(schemas), std::move(rules), std::move(builtIn)),
            std::move(diagnostics)};
}

} // namespace planlens::workspace
