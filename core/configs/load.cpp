// SPDX-License-Identifier: MPL-2.0
#include "core/configs/assemble.h"
#include "core/configs/config.h"
#include "core/configs/terraform_syntax.h"

#include "core/hcl/parser.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace planlens::configs {

namespace {

namespace fs = std::filesystem;
using values::Value;

/// Where `init` put the modules: by key ("a.b"), the source they were installed from and their folder.
struct InstalledModule {
    std::string source, directory;
};

std::map<std::string, InstalledModule> readManifest(const FileSystem& files, const fs::path& path, Diagnostics& diagnostics) {
    std::map<std::string, InstalledModule> installed;
    const auto text = files.read(path);
    if (!text)
        return installed;
    const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
    if (json.is_discarded() || !json.is_object() || !json.contains("Modules") || !json["Modules"].is_array()) {
        diagnostics.error("Failed to read module manifest",
                          fmt::format("The list of installed modules in {} is damaged. Run \"tofu init\" to write it anew.", path.string()));
        return installed;
    }
    const auto text_of = [](const nlohmann::json& entry, const char* key) {
        const auto it = entry.find(key);
        return it != entry.end() && it->is_string() ? it->get<std::string>() : std::string();
    };
    for (const nlohmann::json& entry : json["Modules"])
        if (entry.is_object())
            installed.insert_or_assign(text_of(entry, "Key"), InstalledModule{text_of(entry, "Source"), text_of(entry, "Dir")});
    return installed;
}

std::string extensionOf(std::string_view name) {
    for (const std::string_view extension : {".tf", ".tf.json", ".tofu", ".tofu.json"})
        if (name.ends_with(extension) && !name.ends_with(".tftest" + std::string(extension)))
            return std::string(extension);
    return {};
}

bool isTestFile(std::string_view name) {
    for (const std::string_view extension : {".tftest.hcl", ".tftest.json", ".tofutest.hcl", ".tofutest.json"})
        if (name.ends_with(extension))
            return true;
    return false;
}

bool isIgnored(std::string_view name) { return name.starts_with('.') || name.ends_with('~') || (name.starts_with('#') && name.ends_with('#')); }

class Loader {
public:
    explicit Loader(const LoadOptions& options) : m_options(options), m_config(std::make_shared<Config>()) {
        m_config->directory = options.directory;
        const fs::path data = options.dataDirectory.empty() ? fs::path(".terraform") : options.dataDirectory;
        m_installed = readManifest(*options.files, (data.is_absolute() ? data : options.directory / data) / "modules" / "modules.json", m_diagnostics);
    }

    diags::Result<ConfigPtr> run() {
        m_config->root = std::make_unique<ModuleNode>();
        ModuleNode& root = *m_config->root;
        if (!loadModule(root, "."))
            return std::move(m_diagnostics);
        m_rootScope = std::make_unique<hcl::MapScope>(rootScopeVariables(root.module));
        if (!m_diagnostics.hasErrors())
            loadChildren(root);
        return {ConfigPtr(std::move(m_config)), std::move(m_diagnostics)};
    }

private:
    std::vector<std::pair<std::string, Value>> rootScopeVariables(const Module& root) const {
        // Problems with values are told when they are used for good.
        const auto variables = rootVariables(root, m_options.variables);
        std::vector<std::pair<std::string, Value>> values;
        if (variables.value)
            for (const auto& [name, variable] : *variables)
                values.emplace_back(name, variable.value);
        return {{"var", Value::object(std::move(values))}};
    }

    /// Reads all files of one folder, given relative to the root. False where there is no such folder.
    bool loadModule(ModuleNode& node, const std::string& directory) {
        const fs::path path = m_options.directory / directory;
        const auto entries = m_options.files->list(path);
        if (!entries) {
            if (!node.parent)
                m_diagnostics.error("Failed to read module directory", fmt::format("Module directory {} does not exist or cannot be read.", path.string()));
            return false;
        }
        std::set<std::string> names;
        for (const FileSystem::Entry& entry : *entries)
            if (const std::string_view purpose = purposeOfTerraformFile(entry.name); !entry.isDirectory && !isIgnored(entry.name) && !purpose.empty())
                m_diagnostics.warning("File of Terraform is not read",
                                      fmt::format("The file \"{}\" belongs to the {} of Terraform, which OpenTofu does not have. It is left out.",
                                                  (fs::path(directory) / entry.name).lexically_normal().string(), purpose));
        for (const FileSystem::Entry& entry : *entries)
            if (!entry.isDirectory && !isIgnored(entry.name) && !extensionOf(entry.name).empty() && !isTestFile(entry.name))
                names.insert(entry.name);
        if (!node.parent && names.empty())
            m_diagnostics.error("No configuration files",
                                fmt::format("The directory {} contains no OpenTofu configuration files. Choose a folder with .tf or .tofu files.", path.string()));
        const std::size_t firstDiagnostic = m_diagnostics.size();
        std::vector<FileContent> primary, overrides;
        for (const std::string& name : names) {
            const std::string extension = extensionOf(name);
            const std::string base = name.substr(0, name.size() - extension.size());
            // A .tofu file stands in for the .tf file of the same name.
            if (extension.starts_with(".tf") && !extension.starts_with(".tofu") && names.contains(base + ".tofu" + extension.substr(3)))
                continue;
            const bool isOverride = base == "override" || base.ends_with("_override");
            const std::string shown = (fs::path(directory) / name).lexically_normal().string();
            const auto text = m_options.files->read(path / name);
            if (!text) {
                m_diagnostics.error("Failed to read file", fmt::format("The configuration file \"{}\" could not be read.", shown));
                continue;
            }
            diags::Result<hcl::File> file = extension.ends_with(".json") ? hcl::parseJson(text, shown) : hcl::parseNative(text, shown);
            m_diagnostics.append(std::move(file.diagnostics));
            m_config->files.push_back(shown);
            if (!file.value) {
                m_config->sources.add(shown, text);
                continue;
            }
            m_config->sources.add(shown, text, file->blocks);
            (isOverride ? overrides : primary).push_back(decodeFile(*file->body, shown, isOverride ? FileKind::Override : FileKind::Primary, m_diagnostics));
        }
        AssembledModule assembled = assembleModule(std::move(primary), std::move(overrides));
        m_diagnostics.append(std::move(assembled.values));
        const bool inSteps = !node.parent && m_options.order == LoadOptions::Order::BackendFirst;
        for (Diagnostics* step : {&assembled.backend, &assembled.other})
            if (!inSteps || !m_diagnostics.hasErrors())
                m_diagnostics.append(std::move(*step));
        node.module = std::move(assembled.module);
        node.module.sourceDirectory = directory;
        keepIncompatibility(firstDiagnostic);
        return true;
    }

    /// Where a module is meant for other versions, its other problems come from that, and are not told.
    void keepIncompatibility(std::size_t firstDiagnostic) {
        const auto isIncompatibility = [](const diags::Diagnostic& diagnostic) { return diagnostic.summary == incompatibleModuleSummary; };
        const auto first = m_diagnostics.begin() + static_cast<std::ptrdiff_t>(firstDiagnostic);
        if (std::none_of(first, m_diagnostics.end(), isIncompatibility))
            return;
        Diagnostics kept;
        for (auto it = m_diagnostics.begin(); it != m_diagnostics.end(); ++it)
            if (it < first || isIncompatibility(*it))
                kept.append(*it);
        m_diagnostics = std::move(kept);
    }

    std::optional<std::string> sourceOf(ModuleCall& call) {
        if (!call.sourceExpression)
            return {};
        diags::Result<Value> source = call.sourceExpression->evaluate(m_rootScope.get());
        const bool failed = source.hasErrors();
        m_diagnostics.append(std::move(source.diagnostics));
        if (failed)
            return {};
        const Value value = source->unmarked();
        if (!value.type().isString() || value.isNull() || !value.isKnown()) {
            m_diagnostics.error("Invalid module source address", "The source of a module must be a string that is known before planning.", call.sourceRange);
            return {};
        }
        return value.asString();
    }

    void loadChildren(ModuleNode& node) {
        for (auto& [name, call] : node.module.moduleCalls) {
            const std::optional<std::string> source = sourceOf(call);
            if (!source)
                continue;
            call.source = *source;
            auto child = std::make_unique<ModuleNode>();
            child->path = node.path.child(name);
            child->sourceAddress = *source;
            child->callRange = call.range;
            child->parent = &node;
            std::string key;
            for (const std::string& part : child->path.path)
                key += (key.empty() ? "" : ".") + part;
            const bool local = source->starts_with("./") || source->starts_with("../");
            const auto installed = m_installed.find(key);
            std::string directory;
            if (installed != m_installed.end()) {
                if (installed->second.source != *source)
                    m_diagnostics.error("Module source has changed",
                                        fmt::format("The source address was changed from \"{}\" to \"{}\" since this module was installed. Run \"tofu init\" to install all modules "
                                                    "required by this configuration.", installed->second.source, *source), call.sourceRange);
                directory = installed->second.directory;
            } else if (local) {
                directory = (fs::path(node.module.sourceDirectory) / *source).lexically_normal().string();
            } else {
                m_diagnostics.error("Module not installed",
                                    "This module is not yet installed. Run \"tofu init\" to install all modules required by this configuration.", call.range);
                continue;
            }
            while (directory.size() > 1 && directory.ends_with('/'))
                directory.pop_back();
            if (isAncestorFolder(node, directory)) {
                m_diagnostics.error("Module includes itself",
                                    fmt::format("The module \"{}\" is in a folder that one of the modules around it is in, so that it would include itself without end.", name),
                                    call.range);
                continue;
            }
            if (!loadModule(*child, directory)) {
                m_diagnostics.error("Module not installed",
                                    local && installed == m_installed.end()
                                        ? "This module is not yet installed. Run \"tofu init\" to install all modules required by this configuration."
                                        : fmt::format("This module's local cache directory {} could not be read. Run \"tofu init\" to install all modules required by this "
                                                      "configuration.", directory), call.range);
                continue;
            }
            checkArguments(call, child->module);
            loadChildren(*child);
            node.children.emplace(name, std::move(child));
        }
    }

    static bool isAncestorFolder(const ModuleNode& node, const std::string& directory) {
        const fs::path wanted = fs::path(directory).lexically_normal();
        for (const ModuleNode* ancestor = &node; ancestor; ancestor = ancestor->parent)
            if (fs::path(ancestor->module.sourceDirectory).lexically_normal() == wanted)
                return true;
        return false;
    }

    void checkArguments(const ModuleCall& call, const Module& child) {
        hcl::BodySchema schema;
        for (const auto& [name, variable] : child.variables)
            schema.attributes.push_back({name, variable.isRequired()});
        m_diagnostics.append(call.config->content(schema).diagnostics);
    }

    const LoadOptions& m_options;
    std::shared_ptr<Config> m_config;
    std::map<std::string, InstalledModule> m_installed;
    std::unique_ptr<hcl::MapScope> m_rootScope;
    Diagnostics m_diagnostics;
};

} // namespace

diags::Result<ConfigPtr> load(const LoadOptions& options) { return Loader(options).run(); }

} // namespace planlens::configs
