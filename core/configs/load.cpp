// SPDX-License-Identifier: MPL-2.0
#include "core/configs/load.h"

#include "core/addrs/init_command.h"
#include "core/configs/assemble/assemble.h"
#include "core/configs/config.h"
#include "core/configs/evaluation/root_scope.h"
#include "core/configs/file_names.h"
#include "core/configs/file_systems.h"
#include "core/configs/installed_modules.h"
#include "core/configs/provider_checks.h"
#include "core/configs/static_arguments.h"
#include "core/configs/terraform_syntax.h"
#include "core/configs/test_files/test_file.h"
#include "core/configs/test_files/test_providers.h"
#include "core/diags/terraform_only.h"
#include "core/hcl/syntax/parser.h"
#include "core/lang/working_directory.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

namespace planlens::configs {

namespace {

namespace fs = std::filesystem;
using values::Value;

diags::Diagnostic unreadable(const std::string& file, const system::ReadError& error) {
    return diags::Diagnostic::error(
        "Failed to read file",
        fmt::format("The configuration file \"{}\" could not be read: {}.", file, error.reason()));
}

/// Provides the variables of a called module from its call. Call and scope must outlive the returned function.
StaticScope::VariableSource callVariableSource(const ModuleCall& call, const StaticScope& caller) {
    return [&call, &caller,
            arguments = *call.config->justAttributes()](const Variable& variable) -> diags::Result<Value> {
        const auto argument = arguments.find(variable.name);
        if (argument != arguments.end())
            return caller.evaluate(*argument->second.expression,
                                   {caller.path().child(call.name), "var." + variable.name, argument->second.range});
        if (variable.defaultValue)
            return *variable.defaultValue;
        return diags::Diagnostic::error("Missing required variable in module call", {},
                                        call.config->missingItemRange());
    };
}

/// Provides the variables of a module that a test runs. Those without a value are unknown.
StaticScope::VariableSource testVariableSource(const ModuleCall& call, const StaticScope& root,
                                               const addrs::Module& path) {
    return [&call, &root, &path,
            arguments = *call.config->justAttributes()](const Variable& variable) -> diags::Result<Value> {
        if (const auto given = arguments.find(variable.name); given != arguments.end())
            return root.evaluate(*given->second.expression, {path, "var." + variable.name, given->second.range});
        return variable.defaultValue.value_or(Value::dynamicUnknown());
    };
}

diags::Diagnostic notInstalled(std::string detail, const SourceRange& call) {
    return diags::Diagnostic::error("Module not installed", std::move(detail), call)
        .withCode(diags::ErrorCode::NotInitialized);
}

/// The reason why a directory on disk cannot be read, to be appended: ": permission denied". Empty if it can be read.
enum class Missing { Said, Unsaid };
std::string whyUnreadable(const fs::path& directory, Missing missing) {
    const auto entries = listDirectory(directory);
    if (entries || (entries.error().isMissing() && missing == Missing::Unsaid))
        return {};
    return ": " + entries.error().reason();
}

class Loader {
public:
    explicit Loader(const LoadOptions& options)
        : m_options(options)
        , m_config(std::make_shared<Config>())
        , m_surroundings(surroundingsOf(options)) {
        m_config->directory = options.directory;
        m_config->workspace = m_options.workspace;
        m_config->startDirectory =
            options.startDirectory.empty() ? m_surroundings.workingDirectory : options.startDirectory;
        m_config->registry = options.registry;
        m_config->sources.add(options.variableFiles);
    }

    diags::Result<ConfigPtr> run() {
        const fs::path data = m_options.dataDirectory.empty() ? fs::path(".terraform") : m_options.dataDirectory;
        std::optional<InstalledModules> installed =
            readInstalledModules(*m_options.files,
                                 (data.is_absolute() ? data : m_options.directory / data) / "modules" / "modules.json")
                .into(m_diagnostics);
        if (!installed)
            return std::move(m_diagnostics);
        m_installed = *std::move(installed);
        m_config->root = std::make_unique<ModuleNode>();
        ModuleNode& root = *m_config->root;
        const std::unique_ptr<StaticScope> scope =
            loadModule(root, m_options.rootModule, rootVariableSource(m_options));
        if (!scope)
            return std::move(m_diagnostics);
        requireTestProviders();
        // With BackendFirst, called modules are loaded if the backend is known; otherwise only if there are no errors.
        const bool goesOn =
            m_options.order == LoadOptions::Order::BackendFirst ? m_config->isBackendKnown : !m_diagnostics.hasErrors();
        if (goesOn)
            loadTree(root, *scope);
        return {ConfigPtr(std::move(m_config)), std::move(m_diagnostics)};
    }

private:
    void loadTree(ModuleNode& root, const StaticScope& scope) {
        Diagnostics ofRoot = std::exchange(m_diagnostics, {});
        loadChildren(root, scope);
        loadTestModules(root, scope);
        if (!m_diagnostics.hasErrors()) {
            m_diagnostics.append(checkProviderConfigs(root));
            for (const TestModule& test : m_config->testModules)
                m_diagnostics.append(checkProviderConfigs(*test.config->root));
            checkProvidersOfTests(root.module);
        }
        ofRoot.append(std::move(m_diagnostics));
        m_diagnostics = std::move(ofRoot);
    }

    /// Reads all files of a module directory, given relative to the root, and evaluates the arguments of its calls.
    /// Returns null if the directory does not exist.
    std::unique_ptr<StaticScope> loadModule(ModuleNode& node, const std::string& directory,
                                            StaticScope::VariableSource variables) {
        const fs::path path = m_options.directory / directory;
        const auto entries = m_options.files->list(path);
        if (!entries) {
            if (!node.parent)
                m_diagnostics.error("Failed to read module directory",
                                    fmt::format("Module directory {} does not exist or cannot be read{}.",
                                                path.lexically_normal().string(), whyUnreadable(path, Missing::Said)));
            return nullptr;
        }
        std::set<std::string> names;
        for (const FileSystem::Entry& entry : *entries)
            if (!entry.isDirectory && !isIgnored(entry.name) && !configExtension(entry.name).empty() &&
                !isTestFile(entry.name))
                names.insert(entry.name);
        const std::size_t firstDiagnostic = m_diagnostics.size();
        std::vector<FileContent> primary, overrides;
        for (const std::string& name : names) {
            const std::string extension(configExtension(name));
            const std::string base = name.substr(0, name.size() - extension.size());
            // A .tofu file replaces the .tf file of the same name.
            if (extension.starts_with(".tf") && !extension.starts_with(".tofu") &&
                names.contains(base + ".tofu" + extension.substr(3)))
                continue;
            const bool isOverride = base == "override" || base.ends_with("_override");
            const std::string shown = (fs::path(directory) / name).lexically_normal().string();
            m_config->files.push_back(shown);
            const auto text = m_options.files->read(path / name);
            if (!text) {
                m_diagnostics.append(unreadable(shown, text.error()));
                continue;
            }
            diags::Result<hcl::File> file =
                extension.ends_with(".json") ? hcl::parseJson(*text, shown) : hcl::parseNative(*text, shown);
            m_diagnostics.append(std::move(file.diagnostics));
            if (!file.value) {
                m_config->sources.add(shown, *text);
                continue;
            }
            m_config->sources.add(shown, *text, file->blocks);
            (isOverride ? overrides : primary)
                .push_back(
                    decodeFile(*file->body, shown, isOverride ? FileKind::Override : FileKind::Primary, m_diagnostics));
        }
        Diagnostics ofFiles = m_diagnostics;
        if (!node.parent && !m_options.testDirectory.empty())
            readTestFiles(*entries);
        AssembledModule assembled = assembleModule(std::move(primary), std::move(overrides), m_options.registry);
        // With BackendFirst, loading stops at the first step that has errors.
        const bool inSteps = !node.parent && m_options.order == LoadOptions::Order::BackendFirst;
        if (!node.parent) {
            ofFiles.append(assembled.values);
            m_config->rootWarnings = std::move(ofFiles);
        }
        m_diagnostics.append(std::move(assembled.values));
        if (!inSteps || !m_diagnostics.hasErrors())
            m_diagnostics.append(std::move(assembled.backend));
        node.module = std::move(assembled.module);
        node.module.sourceDirectory = directory;
        auto scope = std::make_unique<StaticScope>(node.module, node.path, std::move(variables), m_surroundings);
        if (inSteps)
            m_diagnostics.append(scope->checkConstants(node.callRange));
        if (!node.parent)
            m_config->isBackendKnown = !m_diagnostics.hasErrors();
        if (!inSteps || m_config->isBackendKnown) {
            m_diagnostics.append(std::move(assembled.other));
            m_diagnostics.append(evaluateStaticArguments(node.module, *scope));
        }
        if (!inSteps)
            m_diagnostics.append(scope->checkConstants(node.callRange));
        keepIncompatibility(firstDiagnostic);
        return scope;
    }

    /// Reads the test files of the root module and of its test directory.
    void readTestFiles(const std::vector<FileSystem::Entry>& ofRoot) {
        std::vector<std::string> names;
        const auto add = [&](const std::vector<FileSystem::Entry>& entries, const fs::path& folder) {
            for (const FileSystem::Entry& entry : entries)
                if (!entry.isDirectory && !isIgnored(entry.name) && isTestFile(entry.name))
                    names.push_back((folder / entry.name).lexically_normal().string());
        };
        if (const auto entries = m_options.files->list(m_options.directory / m_options.testDirectory))
            add(*entries, m_options.testDirectory);
        else if (m_options.testDirectory != "tests")
            m_diagnostics.warning("Test directory does not exist",
                                  fmt::format("Requested test directory {} does not exist.",
                                              m_options.testDirectory.lexically_normal().string()));
        add(ofRoot, {});
        for (const std::string& name : withoutReplaced(names)) {
            const auto text = m_options.files->read(m_options.directory / name);
            if (!text) {
                m_diagnostics.append(unreadable(name, text.error()));
                continue;
            }
            diags::Result<hcl::File> file =
                name.ends_with(".json") ? hcl::parseJson(*text, name) : hcl::parseNative(*text, name);
            m_diagnostics.append(std::move(file.diagnostics));
            m_config->sources.add(name, *text, file.value ? file->blocks : decltype(file->blocks)());
            if (!file.value)
                continue;
            m_tests.emplace(name, checkTestFile(*file->body, m_diagnostics, m_config->testDiagnostics));
        }
    }

    /// Runs after the root module is read, because it uses the local names of its providers.
    void requireTestProviders() {
        for (const auto& [file, test] : m_tests) {
            addrs::ProviderRequirements& requirements = m_config->testProviders[file];
            for (const ProviderConfig& provider : test.providers) {
                addrs::ProviderConstraints& constraints =
                    requirements[m_config->root->module.providerForLocalName(provider.name)];
                if (const auto parsed = addrs::ProviderConstraints::parse(provider.versionConstraint))
                    constraints.add(*parsed);
            }
        }
    }

    /// Drops other diagnostics of a module that requires another language version, because they result from that.
    void keepIncompatibility(std::size_t firstDiagnostic) {
        const auto isIncompatibility = [](const diags::Diagnostic& diagnostic) {
            return diagnostic.code == diags::ErrorCode::IncompatibleModule;
        };
        const auto first = m_diagnostics.begin() + static_cast<std::ptrdiff_t>(firstDiagnostic);
        if (std::none_of(first, m_diagnostics.end(), isIncompatibility))
            return;
        Diagnostics kept;
        for (auto it = m_diagnostics.begin(); it != m_diagnostics.end(); ++it)
            if (it < first || isIncompatibility(*it))
                kept.append(*it);
        m_diagnostics = std::move(kept);
    }

    void loadChildren(ModuleNode& node, const StaticScope& scope) {
        for (auto& [name, call] : node.module.moduleCalls) {
            auto child = std::make_unique<ModuleNode>();
            child->path = node.path.child(name);
            if (loadCalled(node, *child, call, callVariableSource(call, scope)))
                node.children.emplace(name, std::move(child));
        }
    }

    /// Loads the modules of run blocks, each as a configuration of its own.
    void loadTestModules(ModuleNode& root, const StaticScope& scope) {
        for (auto& [file, test] : m_tests) {
            for (ModuleCall& call : test.modules) {
                auto module = std::make_unique<ModuleNode>();
                module->path = testPath(file, call.name);
                m_testRoot = module.get();
                const bool isLoaded = loadCalled(root, *module, call, testVariableSource(call, scope, module->path));
                m_testRoot = nullptr;
                if (!isLoaded)
                    continue;
                rebase(*module, module->path.path.size());
                module->parent = nullptr;
                auto config = std::make_shared<Config>();
                config->directory = m_config->directory;
                config->startDirectory = m_config->startDirectory;
                config->registry = m_config->registry;
                config->root = std::move(module);
                const bool isLocal = std::holds_alternative<addrs::LocalModuleSource>(*call.sourceAddress);
                m_config->testModules.push_back(
                    {file, call.name, config->root->sourceAddress, isLocal, std::move(config)});
            }
        }
    }

    void checkProvidersOfTests(const Module& root) {
        for (const auto& [file, test] : m_tests) {
            std::map<std::string, const Module*> modules;
            for (const TestModule& module : m_config->testModules)
                if (module.file == file)
                    modules.emplace(module.run, &module.config->root->module);
            m_diagnostics.append(checkTestProviders(file, test, root, modules));
        }
    }

    /// Returns the path under which `init` installs the module of a run: "test.tests.main.setup".
    static addrs::Module testPath(const std::string& file, const std::string& run) {
        constexpr std::string_view extension = ".tftest.hcl";
        addrs::Module path;
        path.path.emplace_back("test");
        for (const fs::path& part : fs::path(file))
            path.path.push_back(part.string());
        if (std::string& last = path.path.back(); last.ends_with(extension))
            last.resize(last.size() - extension.size());
        path.path.push_back(run);
        return path;
    }

    static void rebase(ModuleNode& node, std::size_t depth) {
        node.path.path.erase(node.path.path.begin(), node.path.path.begin() + static_cast<std::ptrdiff_t>(depth));
        for (const auto& [name, child] : node.children)
            rebase(*child, depth);
    }

    /// Loads a module that `node` calls, and all modules below it. Adds errors and returns false if that fails.
    bool loadCalled(const ModuleNode& node, ModuleNode& child, ModuleCall& call,
                    StaticScope::VariableSource variables) {
        auto* const registry =
            call.sourceAddress ? std::get_if<addrs::RegistryModuleSource>(&*call.sourceAddress) : nullptr;
        if (registry && registry->hostname == addrs::openTofuRegistry &&
            !call.source.starts_with(addrs::openTofuRegistry))
            registry->hostname = m_options.registry; // the source names no host
        if (call.sourceAddress)
            child.sourceAddress = addrs::toString(*call.sourceAddress);
        child.callRange = call.range;
        child.parent = &node;
        std::string key;
        for (const std::string& part : child.path.path)
            key += (key.empty() ? "" : ".") + part;
        const std::string command = addrs::initCommand(m_options.registry);
        const auto* local = call.sourceAddress ? std::get_if<addrs::LocalModuleSource>(&*call.sourceAddress) : nullptr;
        const auto installed = m_installed.find(key);
        std::string directory;
        Diagnostics changed; // differences from the installed module
        if (installed != m_installed.end()) {
            changed = checkInstalledModule(call, installed->second, command);
            directory = installed->second.directory;
            child.installedVersion = installed->second.version;
        } else if (local) {
            directory = (fs::path(node.module.sourceDirectory) / local->path).lexically_normal().string();
        } else {
            m_diagnostics.append(
                notInstalled(fmt::format("This module is not yet installed. Run \"{}\" to install all modules "
                                         "required by this configuration.",
                                         command),
                             call.range));
            return false;
        }
        while (directory.size() > 1 && directory.ends_with('/'))
            directory.pop_back();
        // A module that could not be installed has no directory.
        if (!directory.empty() && isAncestorFolder(node, directory)) {
            m_diagnostics.error("Module includes itself",
                                fmt::format("The module \"{}\" is in a folder that one of the modules around it is "
                                            "in, so that it would include itself without end.",
                                            call.name),
                                call.range);
            return false;
        }
        const Diagnostics beforeModule = m_diagnostics;
        m_diagnostics.append(std::move(changed));
        const std::unique_ptr<StaticScope> childScope =
            directory.empty() ? nullptr : loadModule(child, directory, std::move(variables));
        if (!childScope) {
            m_diagnostics = beforeModule; // OpenTofu reports only that the directory is unreadable
            m_diagnostics.append(notInstalled(
                local && installed == m_installed.end()
                    ? fmt::format("This module is not yet installed. Run \"{}\" to install all "
                                  "modules required by this configuration.",
                                  command)
                    : fmt::format("This module's local cache directory {} could not be read{}. Run "
                                  "\"{}\" to install all modules required by this "
                                  "configuration.",
                                  directory, whyUnreadable(m_options.directory / directory, Missing::Unsaid), command),
                call.range));
            return false;
        }
        loadChildren(child, *childScope);
        checkChild(child);
        return true;
    }

    /// Reports blocks that only the root module may declare.
    void checkChild(const ModuleNode& child) {
        if (child.module.backend && child.module.backend->type != "cloud")
            m_diagnostics.warning("Backend configuration ignored",
                                  "Any selected backend applies to the entire configuration, so OpenTofu expects "
                                  "provider configurations only in the root module.\n\nThis is a "
                                  "warning rather than an error because it's sometimes convenient to temporarily call "
                                  "a root module as a child module for testing purposes, but "
                                  "this backend configuration block will have no effect.",
                                  child.module.backend->range);
        if (!child.module.imports.empty())
            m_diagnostics.error(
                "Invalid import configuration",
                fmt::format(
                    "An import block was detected in \"{}\". Import blocks are only allowed in the root module.{}",
                    child.path.toString(), diags::terraformOnly("import blocks in child modules", "1.16")),
                child.module.imports.front().range);
    }

    bool isAncestorFolder(const ModuleNode& node, const std::string& directory) const {
        const fs::path wanted = fs::path(directory).lexically_normal();
        for (const ModuleNode* ancestor = &node; ancestor; ancestor = ancestor->parent) {
            if (m_testRoot && !ancestor->parent)
                break; // a module of a test may be the root module, or call it
            if (fs::path(ancestor->module.sourceDirectory).lexically_normal() == wanted)
                return true;
        }
        return false;
    }

    const LoadOptions& m_options;
    std::shared_ptr<Config> m_config;
    const StaticSurroundings m_surroundings;
    InstalledModules m_installed;
    std::map<std::string, TestFile> m_tests; // by file
    const ModuleNode* m_testRoot = nullptr;  // set while the module of a run block is loaded
    Diagnostics m_diagnostics;
};

} // namespace

diags::Result<ConfigPtr> load(const LoadOptions& options) {
    return Loader(options).run();
}

std::vector<std::string> terraformFileNotes(const Config& config, const FileSystem& files) {
    std::vector<std::string> notes;
    config.forEachModule([&](const ModuleNode& node) {
        const auto entries = files.list(config.directory / node.module.sourceDirectory);
        for (const FileSystem::Entry& entry : entries.value_or(std::vector<FileSystem::Entry>()))
            if (const std::optional<TerraformFile> file = terraformFile(entry.name);
                file && !entry.isDirectory && !isIgnored(entry.name))
                notes.push_back(fmt::format(
                    "The file \"{}\" is not read: OpenTofu does not have {}, which Terraform {} introduced.",
                    (fs::path(node.module.sourceDirectory) / entry.name).lexically_normal().string(), file->purpose,
                    file->since));
    });
    return notes;
}

} // namespace planlens::configs
