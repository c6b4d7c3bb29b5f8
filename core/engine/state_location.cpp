// SPDX-License-Identifier: MPL-2.0
#include "core/engine/state_location.h"

#include <fmt/core.h>

#include <string>
#include <utility>

namespace planlens::engine {

using values::Value;

namespace {

/// The arguments of the backend for local states.
const schemas::Block& localBackendSchema() {
    static const schemas::Block schema = [] {
        schemas::Block block;
        for (const char* name : {"path", "workspace_dir"}) {
            schemas::Attribute attribute;
            attribute.type = values::Type::string();
            attribute.optional = true;
            block.attributes.emplace(name, std::move(attribute));
        }
        return block;
    }();
    return schema;
}

} // namespace

diags::Result<states::StatePaths> stateLocation(const configs::Config& config, const configs::LoadOptions& options) {
    states::StatePaths paths = states::localStatePaths(options.directory, options.workspace);
    const std::optional<configs::Backend>& backend = config.root->module.backend;
    if (!backend || backend->type != "local")
        return paths;
    diags::Result<Value> evaluated = configs::evaluateBackend(config, options, localBackendSchema());
    if (!evaluated.isOk())
        return {std::move(paths), std::move(evaluated.diagnostics)};
    const auto argument = [&](const char* name) {
        const Value value = evaluated->attribute(name).unmarked();
        return value.isNull() || !value.isKnown() ? std::string() : value.asString();
    };
    if (const std::string path = argument("path"); options.workspace == "default" && !path.empty())
        paths.state = options.directory / path;
    else if (const std::string folder = argument("workspace_dir"); options.workspace != "default" && !folder.empty())
        paths.state = options.directory / folder / options.workspace / "terraform.tfstate";
    paths.stateOut = paths.state;
    paths.backup = paths.state.string() + ".backup";
    return {std::move(paths), std::move(evaluated.diagnostics)};
}

diags::Diagnostics checkStateSupported(const configs::Config& config) {
    diags::Diagnostics diagnostics;
    const configs::Module& root = config.root->module;
    if (root.backend && root.backend->type != "local")
        diagnostics.error("Backend not supported yet",
                          fmt::format("The state of this configuration is in the backend \"{}\". Planlens can only work with states in local files yet. Use tofu for this "
                                      "configuration.", root.backend->type), root.backend->range);
    if (root.hasEncryption)
        diagnostics.error("State encryption not supported yet",
                          "This configuration encrypts its state or plans. Planlens cannot read encrypted states yet. Use tofu for this configuration.");
    return diagnostics;
}

} // namespace planlens::engine
