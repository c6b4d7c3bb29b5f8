// SPDX-License-Identifier: MPL-2.0
#include "core/configs/assemble/assemble.h"

#include "core/configs/assemble/overrides.h"
#include "core/configs/encryption/encryption_config.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <set>
#include <type_traits>

namespace planlens::configs {

namespace {

class Assembler {
public:
    explicit Assembler(AssembledModule& assembled)
        : m_module(assembled.module)
        , m_valueDiagnostics(assembled.values)
        , m_backendDiagnostics(assembled.backend)
        , m_diagnostics(assembled.other) {}

    /// Runs before all declarations that refer to providers.
    void requireProviders(const FileContent& file) {
        for (const FileContent::RequiredProviders& required : file.requiredProviders) {
            if (!m_requiredRange.isEmpty()) {
                m_diagnostics.error("Duplicate required providers configuration",
                                    fmt::format("A module may have only one required providers configuration. The "
                                                "required providers were previously configured at {}.",
                                                m_requiredRange.toString()),
                                    required.range);
                continue;
            }
            m_requiredRange = required.range;
            overrideRequiredProviders(required);
        }
    }
    void overrideRequiredProviders(const FileContent::RequiredProviders& required) {
        for (RequiredProvider provider : required.providers) {
            // They were read with the default registry.
            if (provider.source.empty())
                provider.provider = addrs::Provider::implied(provider.provider.type(), m_module.registry);
            else if (const diags::Result<addrs::Provider> source =
                         addrs::parseProviderSource(provider.source, m_module.registry);
                     source.isOk())
                provider.provider = *source;
            m_module.requiredProviders.insert_or_assign(provider.name, std::move(provider));
        }
    }

    void append(FileContent file) {
        for (Backend& backend : file.backends)
            addBackend(std::move(backend));
        // Reported again for every further file.
        if (m_backend && m_cloud)
            m_backendDiagnostics.error("Both a backend and a cloud configuration are present",
                                       fmt::format("A module may declare either one 'cloud' block configuring a cloud "
                                                   "backend OR one 'backend' block configuring a state backend. "
                                                   "A cloud backend is configured at {}; a backend is configured at "
                                                   "{}. Remove the backend block to configure a cloud backend.",
                                                   m_cloud->range.toString(), m_backend->range.toString()),
                                       m_backend->range);
        for (ProviderConfig& config : file.providerConfigs)
            addProviderConfig(std::move(config));
        for (Variable& variable : file.variables)
            add(m_module.variables, std::move(variable), "Duplicate variable declaration",
                "A variable named \"{}\" was already declared at {}. Variable names must be unique within a module.");
        for (Local& local : file.locals)
            add(m_module.locals, std::move(local), "Duplicate local value definition",
                "A local value named \"{}\" was already defined at {}. Local value names must be unique within a "
                "module.");
        for (Output& output : file.outputs)
            add(m_module.outputs, std::move(output), "Duplicate output definition",
                "An output named \"{}\" was already defined at {}. Output names must be unique within a module.");
        for (ModuleCall& call : file.moduleCalls)
            add(m_module.moduleCalls, std::move(call), "Duplicate module call",
                "A module call named \"{}\" was already defined at {}. Module calls must have unique names within a "
                "module.");
        // Data sources of check blocks come after all others.
        for (Resource& resource : file.resources)
            if (resource.container.empty())
                addResource(std::move(resource));
        for (Resource& resource : file.resources)
            if (!resource.container.empty())
                addResource(std::move(resource));
        for (Check& check : file.checks) {
            if (m_checksWithoutData.contains({check.name, check.dataResource}))
                continue;
            std::string summary = fmt::format("Duplicate check \"{}\" configuration", check.name);
            add(m_module.checks, std::move(check), std::move(summary),
                "A check block named \"{}\" was already declared at {}. Check blocks must be unique within each "
                "module.");
        }
        for (Moved& moved : file.moved)
            m_module.moved.push_back(std::move(moved));
        for (Removed& removed : file.removed)
            m_module.removed.push_back(std::move(removed));
        for (Import& import : file.imports)
            addImport(std::move(import));
        for (const EncryptionConfigPtr& block : file.encryptions) {
            if (m_module.encryption) {
                m_valueDiagnostics.error("Duplicate encryption configuration",
                                         fmt::format("A module may have only one encryption configuration. Encryption "
                                                     "was previously configured at {}.",
                                                     m_module.encryption->range.toString()),
                                         block->range);
                continue;
            }
            m_module.encryption = block;
        }
        for (ProviderMeta& meta : file.providerMetas)
            addProviderMeta(std::move(meta));
    }

    void merge(FileContent file) {
        overrideBackend(file.backends);
        if (file.encryptions.size() > 1)
            m_valueDiagnostics.error("Duplicate encryption configuration",
                                     fmt::format("Each override file may have only one encryption configuration. "
                                                 "Encryption was previously configured at {}.",
                                                 file.encryptions[0]->range.toString()),
                                     file.encryptions[1]->range);
        else if (!file.encryptions.empty())
            m_module.encryption = mergeEncryption(m_module.encryption, file.encryptions[0]);
        for (ProviderConfig& config : file.providerConfigs) {
            const std::string key = config.alias.empty() ? config.name : config.name + "." + config.alias;
            const auto base = m_module.providerConfigs.find(key);
            if (base == m_module.providerConfigs.end()) {
                if (config.alias.empty())
                    m_module.providerConfigs.emplace(key, std::move(config));
                else
                    m_diagnostics.error(
                        "Missing base provider configuration for override",
                        fmt::format("There is no {} provider configuration with the alias \"{}\". An override file can "
                                    "only override an aliased provider "
                                    "configuration that was already defined in a primary configuration file.",
                                    config.name, config.alias),
                        config.range);
                continue;
            }
            if (!config.versionConstraint.empty())
                base->second.versionConstraint = config.versionConstraint;
            base->second.config = hcl::mergeOverrideBody(base->second.config, config.config);
        }
        for (const Variable& variable : file.variables)
            mergeVariable(variable);
        for (Local& local : file.locals) {
            if (Local* base =
                    find(m_module.locals, local.name, local.range, "Missing base local value definition to override",
                         "There is no local value named \"{}\". An override file can only override a local value that "
                         "was already defined in a primary "
                         "configuration file."))
                *base = std::move(local);
        }
        for (const Output& output : file.outputs)
            mergeOutput(output);
        for (const ModuleCall& call : file.moduleCalls)
            mergeCall(call);
        for (const Resource& resource : file.resources)
            mergeResource(resource);
        for (const Moved& moved : file.moved)
            m_diagnostics.error("Cannot override 'moved' blocks",
                                "Records of moved objects can appear only in normal files, not in override files.",
                                moved.range);
        for (const Import& import : file.imports)
            m_diagnostics.error("Cannot override 'import' blocks",
                                "Import blocks can appear only in normal files, not in override files.", import.range);
        for (const Removed& removed : file.removed)
            m_diagnostics.error("Cannot override 'Removed' blocks",
                                "Removed blocks can appear only in normal files, not in override files.",
                                removed.range);
    }

    void finish() {
        m_module.backend = m_cloud ? std::move(m_cloud) : std::move(m_backend);
        std::string lastName; // speeds up many resources in a row
        const addrs::Provider* last = nullptr;
        for (auto& [address, resource] : m_module.resources) {
            if (std::string name = resource.providerLocalName(); !last || name != lastName) {
                last = &*m_module.resourceProviders.insert(m_module.providerForLocalName(name)).first;
                lastName = std::move(name);
            }
            resource.provider = *last;
        }
        for (Import& import : m_module.imports)
            import.provider = m_module.providerForLocalName(import.providerRef ? import.providerRef->name
                                                                               : import.toResource.impliedProvider());
    }

private:
    template <typename T>
    Diagnostics& diagnosticsOf() {
        return std::is_same_v<T, Variable> || std::is_same_v<T, Local> ? m_valueDiagnostics : m_diagnostics;
    }

    template <typename T>
    void add(std::map<std::string, T>& all, T item, std::string summary, fmt::string_view detail) {
        const auto existing = all.find(item.name);
        if (existing != all.end()) {
            diagnosticsOf<T>().error(
                std::move(summary),
                fmt::vformat(detail, fmt::make_format_args(existing->second.name, existing->second.range.toString())),
                item.range);
            existing->second = std::move(item);
            return;
        }
        std::string name = item.name;
        all.emplace(std::move(name), std::move(item));
    }

    template <typename T>
    T* find(std::map<std::string, T>& all, const std::string& name, const SourceRange& range, std::string summary,
            fmt::string_view detail) {
        const auto existing = all.find(name);
        if (existing != all.end())
            return &existing->second;
        diagnosticsOf<T>().error(std::move(summary), fmt::vformat(detail, fmt::make_format_args(name)), range);
        return nullptr;
    }

    void addBackend(Backend backend) {
        const bool isCloud = backend.type == "cloud";
        std::optional<Backend>& first = isCloud ? m_cloud : m_backend;
        if (!first)
            first = std::move(backend);
        else if (isCloud)
            m_backendDiagnostics.error("Duplicate cloud configurations", alreadyInCloud(*first), backend.range);
        else
            m_backendDiagnostics.error(
                "Duplicate backend configuration",
                fmt::format(
                    "A module may have only one backend configuration. The backend was previously configured at {}.",
                    first->range.toString()),
                backend.range);
    }

    /// Replaces the backend or cloud block with one of either kind from an override file.
    void overrideBackend(const std::vector<Backend>& given) {
        std::vector<const Backend*> backends, clouds;
        for (const Backend& backend : given)
            (backend.type == "cloud" ? clouds : backends).push_back(&backend);
        if (backends.size() == 1) {
            m_cloud.reset();
            m_backend = *backends[0];
        } else if (!backends.empty()) {
            m_backendDiagnostics.error("Duplicate backend configuration",
                                       fmt::format("Each override file may have only one backend configuration. A "
                                                   "backend was previously configured at {}.",
                                                   backends[0]->range.toString()),
                                       backends[1]->range);
        }
        if (clouds.size() == 1) {
            m_backend.reset();
            m_cloud = *clouds[0];
        } else if (!clouds.empty()) {
            m_backendDiagnostics.error("Duplicate cloud configurations", alreadyInCloud(*clouds[0]), clouds[1]->range);
        }
    }

    static std::string alreadyInCloud(const Backend& first) {
        return fmt::format("A module may have only one 'cloud' block configuring a cloud backend. A cloud backend was "
                           "previously configured at {}.",
                           first.range.toString());
    }

    void addProviderConfig(ProviderConfig config) {
        const std::string key = config.alias.empty() ? config.name : config.name + "." + config.alias;
        const auto existing = m_module.providerConfigs.find(key);
        if (existing != m_module.providerConfigs.end()) {
            const ProviderConfig& first = existing->second;
            m_diagnostics.error("Duplicate provider configuration",
                                first.alias.empty()
                                    ? fmt::format("A default (non-aliased) provider configuration for \"{}\" was "
                                                  "already given at {}. If multiple configurations are required, "
                                                  "set the \"alias\" argument for alternative configurations.",
                                                  first.name, first.range.toString())
                                    : fmt::format("A provider configuration for \"{}\" with alias \"{}\" was already "
                                                  "given at {}. Each configuration for the same provider must "
                                                  "have a distinct alias.",
                                                  first.name, first.alias, first.range.toString()),
                                config.range);
            return;
        }
        m_module.providerConfigs.emplace(key, std::move(config));
    }

    void addProviderMeta(ProviderMeta meta) {
        const addrs::Provider provider = m_module.providerForLocalName(meta.provider);
        if (const auto existing = m_module.providerMetas.find(provider); existing != m_module.providerMetas.end())
            m_diagnostics.error("Duplicate provider_meta block",
                                fmt::format("A provider_meta block for provider \"{}\" was already declared at {}. "
                                            "Providers may only have one provider_meta block per "
                                            "module.",
                                            existing->second.provider, existing->second.range.toString()),
                                meta.range);
        m_module.providerMetas.insert_or_assign(provider, std::move(meta));
    }

    void addResource(Resource resource) {
        // The address is read before tryEmplace moves the resource.
        const auto [existing, isNew] = m_module.resources.tryEmplace(resource.address, std::move(resource));
        if (isNew)
            return;
        const addrs::Resource& address = existing.address;
        const std::string at = existing.range.toString();
        switch (address.mode) {
        case addrs::ResourceMode::Managed:
            m_diagnostics.error(fmt::format("Duplicate resource \"{}\" configuration", address.type),
                                fmt::format("A {} resource named \"{}\" was already declared at {}. Resource names "
                                            "must be unique per type in each module.",
                                            address.type, address.name, at),
                                resource.range);
            break;
        case addrs::ResourceMode::Data:
            if (!resource.container.empty())
                m_checksWithoutData.emplace(resource.container, address.toString());
            m_diagnostics.error(fmt::format("Duplicate data \"{}\" configuration", address.type),
                                fmt::format("A {} data resource named \"{}\" was already declared at {}. Resource "
                                            "names must be unique per type in each module{}.",
                                            address.type, address.name, at,
                                            resource.container.empty() ? "" : ", including within check blocks"),
                                resource.range);
            break;
        case addrs::ResourceMode::Ephemeral:
            m_diagnostics.error(fmt::format("Duplicate ephemeral resource \"{}\" configuration", address.type),
                                fmt::format("A {} ephemeral resource named \"{}\" was already declared at {}. Resource "
                                            "names must be unique per type in each module.",
                                            address.type, address.name, at),
                                resource.range);
            break;
        }
    }

    void addImport(Import import) {
        for (const Import& other : m_module.imports)
            if (import.staticTo && other.staticTo && *import.staticTo == *other.staticTo)
                m_diagnostics.error(
                    fmt::format("Duplicate import configuration for {}", values::quoted(import.staticTo->toString())),
                    fmt::format("An import block for the resource {} was already declared at {}. A resource can "
                                "have only one import block.",
                                values::quoted(import.staticTo->toString()), other.range.toString()),
                    import.range);
        m_module.imports.push_back(std::move(import));
    }

    void mergeVariable(const Variable& variable) {
        if (Variable* base = find(
                m_module.variables, variable.name, variable.range, "Missing base variable declaration to override",
                "There is no variable named \"{}\". An override file can only override a variable that was already "
                "declared in a primary configuration file."))
            overrideVariable(*base, variable, m_valueDiagnostics);
    }

    void mergeOutput(const Output& output) {
        if (Output* base =
                find(m_module.outputs, output.name, output.range, "Missing base output definition to override",
                     "There is no output named \"{}\". An override file can only override an output that was "
                     "already defined in a primary configuration file."))
            overrideOutput(*base, output, m_diagnostics);
    }

    void mergeCall(const ModuleCall& call) {
        if (ModuleCall* base = find(m_module.moduleCalls, call.name, call.range, "Missing module call to override",
                                    "There is no module call named \"{}\". An override file can only override a module "
                                    "call that was defined in a primary configuration file."))
            overrideCall(*base, call, m_diagnostics);
    }

    void mergeResource(const Resource& resource) {
        if (Resource* const base = m_module.resources.find(resource.address)) {
            overrideResource(*base, resource, m_diagnostics);
            return;
        }
        const addrs::Resource& address = resource.address;
        switch (address.mode) {
        case addrs::ResourceMode::Managed:
            m_diagnostics.error("Missing resource to override",
                                fmt::format("There is no {} resource named \"{}\". An override file can only "
                                            "override a resource block defined in a primary configuration "
                                            "file.",
                                            address.type, address.name),
                                resource.range);
            break;
        case addrs::ResourceMode::Data:
            m_diagnostics.error("Missing data resource to override",
                                fmt::format("There is no {} data resource named \"{}\". An override file can only "
                                            "override a data block defined in a primary configuration "
                                            "file.",
                                            address.type, address.name),
                                resource.range);
            break;
        case addrs::ResourceMode::Ephemeral:
            m_diagnostics.error("Missing ephemeral resource to override",
                                fmt::format("There is no {} ephemeral resource named \"{}\". An override file can "
                                            "only override an ephemeral block defined in a primary "
                                            "configuration file.",
                                            address.type, address.name),
                                resource.range);
            break;
        }
    }

    Module& m_module;
    Diagnostics& m_valueDiagnostics;
    Diagnostics& m_backendDiagnostics;
    Diagnostics& m_diagnostics;
    std::optional<Backend> m_backend, m_cloud;
    std::set<std::pair<std::string, std::string>>
        m_checksWithoutData; // data source declared elsewhere: check and address
    SourceRange m_requiredRange;
};

} // namespace

AssembledModule assembleModule(std::vector<FileContent> primary, std::vector<FileContent> overrides,
                               std::string_view registry) {
    AssembledModule assembled;
    assembled.module.registry = registry;
    Assembler assembler(assembled);
    for (const FileContent& file : primary)
        assembler.requireProviders(file);
    for (const FileContent& file : overrides)
        for (const FileContent::RequiredProviders& required : file.requiredProviders)
            assembler.overrideRequiredProviders(required);
    for (FileContent& file : primary)
        assembler.append(std::move(file));
    for (FileContent& file : overrides)
        assembler.merge(std::move(file));
    assembler.finish();
    return assembled;
}

} // namespace planlens::configs
