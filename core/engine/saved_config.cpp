// SPDX-License-Identifier: MPL-2.0
#include "core/engine/saved_config.h"

#include "core/configs/config.h"
#include "core/configs/load.h"
#include "core/engine/apply.h"
#include "core/formats/config_json.h"
#include "core/formats/reading/config_dependencies.h"
#include "core/plans/plan.h"
#include "core/providers/packages/folder_registry.h"
#include "core/providers/packages/lock_file.h"

#include <nlohmann/json.hpp>

namespace planlens::engine {

namespace fs = std::filesystem;

diags::Result<configs::ConfigPtr> loadSavedConfig(const plans::file::SavedPlan& saved, const fs::path& directory,
                                                  const std::string& startDirectory) {
    std::map<std::string, std::string> files;
    nlohmann::json manifest = nlohmann::json::array();
    for (const plans::file::ConfigSnapshot::Module& module : saved.config.modules) {
        manifest.push_back(
            {{"Key", module.key}, {"Source", module.source}, {"Version", module.version}, {"Dir", module.directory}});
        const auto add = [&](const std::string& name, const std::string& text) {
            files.emplace((directory / module.directory / name).lexically_normal().string(), text);
        };
        add(".folder", {}); // ignored; it makes directories without configuration files exist
        for (const auto& [name, text] : module.files)
            add(name, text);
    }
    files.emplace((directory / ".terraform/modules/modules.json").lexically_normal().string(),
                  nlohmann::json{{"Modules", manifest}}.dump());
    configs::LoadOptions options;
    options.directory = directory;
    options.startDirectory = startDirectory;
    options.dataDirectory = ".terraform";
    options.files = configs::memoryFileSystem(std::move(files));
    options.workspace = saved.workspace;
    options.registry = providers::registryOfFolder(
        providers::parseLockFile(saved.lockFile, providers::lockFileName).value.value_or(providers::LockFile()));
    for (const auto& [name, value] : saved.variables)
        options.variables.emplace(name, configs::GivenVariable{configs::GivenVariable::Source::Plan, value, {}});
    return configs::load(options);
}

void completeFromConfig(plans::Plan& plan, const configs::Config& config) {
    std::string text;
    formats::JsonWriter json(text);
    formats::writeConfiguration(json, config, plan.schemas);
    formats::ConfigDependencies(text).addTo(plan);
    plan.dependencies.finish();
    recordNotApplied(config, plan);
}

} // namespace planlens::engine
