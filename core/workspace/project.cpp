// SPDX-License-Identifier: MPL-2.0
#include "core/workspace/project.h"

#include "core/configs/config.h"
#include "core/configs/file_names.h"
#include "core/providers/packages/folder_registry.h"
#include "core/providers/packages/installed_packages.h"
#include "core/states/workspace.h"
#include "core/system/background_task.h"
#include "core/system/environment.h"
#include "core/system/file.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace planlens::workspace {

namespace fs = std::filesystem;
using diags::Diagnostics;
using diags::Result;

namespace {

/// Whether a directory contains exactly these configuration files, with equal texts.
bool areFilesOf(const fs::path& directory, const RootFiles& files) {
    const auto real = configs::realFileSystem();
    const auto entries = real->list(directory);
    return entries && std::ranges::all_of(*entries, [&](const configs::FileSystem::Entry& entry) {
               if (entry.isDirectory || configs::isIgnored(entry.name) || configs::configExtension(entry.name).empty())
                   return true;
               const auto known = files.find(entry.name);
               const auto text = real->read(directory / entry.name);
               return known != files.end() && text && **text == known->second;
           });
}

bool mayEncrypt(const RootFiles& files) {
    return system::environmentVariable("TF_ENCRYPTION") || std::ranges::any_of(files, [](const auto& file) {
               return file.second.find("encryption") != std::string::npos;
           });
}

/// The steps of opening a directory. A step that returns false ends it.
class Opening {
public:
    explicit Opening(const OpenOptions& options)
        : m_options(options) {
        m_project.directory = options.directory;
        m_project.registry = options.registry;
        m_project.providers = options.providers;
        m_project.isSimulated = options.simulated.has_value();
    }

    void selectWorkspace();
    void simulateProviders();
    /// The configuration may depend on variables, so errors in them end opening.
    bool collectVariables();
    void loadConfig();
    /// For a saved plan: checks the files of the root module if they are not the planned ones, and sets up the
    /// encryption that they configure. Plans are decrypted with the encryption of the directory, not with their own.
    void loadForPlan(const RootFiles& planned);
    bool checkBackend();
    bool checkPackages();
    bool reportConfig();
    void checkLockFile();
    bool checkTrust();
    void evaluateVariables();
    Result<Project> finish() { return {std::move(m_project), std::move(m_diagnostics)}; }

private:
    configs::LoadOptions loadOptions() const;
    bool setUpEncryption(const configs::LoadOptions& load, Diagnostics& diagnostics);
    void locateState(const configs::LoadOptions& load);

    const OpenOptions& m_options;
    Project m_project;
    Diagnostics m_diagnostics;
    configs::GivenVariables m_variables;
    std::shared_ptr<providers::DefaultRegistry> m_builtIn; // reads remote states for simulated providers
    Diagnostics m_configDiagnostics;
};

void Opening::selectWorkspace() {
    Result<std::string> selected = m_options.workspace.empty() ? states::currentWorkspace(m_options.directory)
                                                               : Result<std::string>(m_options.workspace);
    m_project.workspace = std::move(selected).into(m_diagnostics).value_or(m_project.workspace);
}

void Opening::simulateProviders() {
    if (!m_options.simulated)
        return;
    m_builtIn = m_options.registry;
    if (m_options.trust == OpenOptions::Trust::NotGiven) {
        m_builtIn = std::make_shared<providers::DefaultRegistry>(m_options.directory);
        m_builtIn->setRemoteStates(providers::builtin::RemoteStateAccess::Reach::Files, {});
    }
    if (auto simulated = simulatedRegistry(m_options.directory, *m_options.simulated, m_builtIn)
                             .into(m_diagnostics)
                             .value_or(nullptr))
        m_project.providers = engine::makeProviderPool(std::move(simulated));
}

bool Opening::collectVariables() {
    if (auto collected = configs::collectVariables(m_options.directory, system::ownEnvironment(), m_options.variables)
                             .into(m_diagnostics)) {
        m_variables = std::move(collected->variables);
        m_project.sources.add(collected->sources);
    }
    for (const auto& [name, entered] : m_options.enteredVariables)
        m_variables.insert_or_assign(name, entered);
    if (!m_diagnostics.hasErrors())
        return true;
    m_project.stateDiagnostics = m_diagnostics;
    return false;
}

/// For the state, and for the remote states that providers read. Returns whether there were no errors.
bool Opening::setUpEncryption(const configs::LoadOptions& load, Diagnostics& diagnostics) {
    const bool isTrusted = m_options.trust == OpenOptions::Trust::Given;
    const std::optional<FolderEncryption> encryption =
        folderEncryption(m_project.config, load, isTrusted ? ExternalPrograms::Allowed : ExternalPrograms::Forbidden)
            .into(diagnostics);
    m_project.state.encryption = encryption.value_or(FolderEncryption());
    providers::builtin::RemoteStateAccess::Encryption ofRemoteStates;
    if (const encryption::EncryptionPtr active = m_project.state.encryption.active)
        ofRemoteStates = [active](const std::string& address) { return active->remoteState(address); };
    for (const auto& registry : {m_options.registry, m_builtIn})
        if (registry)
            registry->setRemoteStateEncryption(ofRemoteStates);
    return encryption.has_value();
}

/// Errors of the encryption are reported before those of the backend.
void Opening::locateState(const configs::LoadOptions& load) {
    Diagnostics problems;
    if (!setUpEncryption(load, problems)) {
        m_project.stateDiagnostics = std::move(problems);
        return;
    }
    Result<StateLocation> location = stateLocation(*m_project.config, load, m_project.state.encryption);
    m_project.stateDiagnostics = std::move(location.diagnostics);
    if (location.value)
        m_project.state = *std::move(location.value);
}

configs::LoadOptions Opening::loadOptions() const {
    configs::LoadOptions load;
    load.directory = m_options.directory;
    load.startDirectory = m_options.startDirectory;
    load.rootModule = m_options.rootModule;
    load.testDirectory = m_options.testDirectory;
    load.dataDirectory = states::dataDirectory(load.directory);
    load.variables = m_variables;
    load.variableFiles = m_project.sources;
    load.workspace = m_project.workspace;
    if (m_options.purpose == Purpose::Planning)
        load.order = configs::LoadOptions::Order::BackendFirst;
    load.registry = providers::registryOfFolder(load.directory);
    return load;
}

void Opening::loadForPlan(const RootFiles& planned) {
    if (areFilesOf(m_options.directory, planned) && !mayEncrypt(planned))
        return;
    const configs::LoadOptions load = loadOptions();
    Result<configs::ConfigPtr> config = configs::load(load);
    if (!config.value)
        return;
    m_project.sources.add((*config)->sources);
    if ((*config)->rootWarnings.hasErrors()) {
        m_diagnostics.append((*config)->rootWarnings);
        return;
    }
    m_project.config = *std::move(config.value);
    (void)setUpEncryption(load, m_diagnostics);
    m_project.config = nullptr; // that of the plan is used
}

void Opening::loadConfig() {
    const fs::path& directory = m_options.directory;
    configs::LoadOptions load = loadOptions();
    // The state file may determine the registry. Its path is only known after loading, but is nearly always this one.
    const fs::path usualState = directory / "terraform.tfstate";
    auto withUsualState = system::runInBackground([&] { return providers::registryOfFolder(directory, usualState); });
    Result<configs::ConfigPtr> config = configs::load(load);
    m_project.config = config.value.value_or(nullptr);
    if (m_project.config && (m_project.config->isBackendKnown || !config.hasErrors()))
        locateState(load);
    const fs::path& stateFile = m_project.state.paths.state;
    const std::string_view registry =
        stateFile == usualState ? withUsualState.get() : providers::registryOfFolder(directory, stateFile);
    if (registry != load.registry) {
        load.registry = registry;
        config = configs::load(load);
        m_project.config = config.value.value_or(nullptr);
    }
    if (m_project.config)
        m_project.sources.add(m_project.config->sources);
    m_configDiagnostics = std::move(config.diagnostics);
}

bool Opening::checkBackend() {
    if (!m_project.stateDiagnostics.hasErrors())
        return true;
    // Without a valid backend, other errors of the configuration are not reported.
    for (const diags::Diagnostic& diagnostic : m_configDiagnostics)
        if (diagnostic.severity == diags::Severity::Warning)
            m_diagnostics.append(diagnostic);
    m_diagnostics.append(m_project.stateDiagnostics);
    return false;
}

bool Opening::checkPackages() {
    if (m_project.isSimulated || !m_project.config || !m_project.config->isBackendKnown)
        return true;
    Diagnostics problems = m_project.registry->packages().problems(providers::InstalledPackages::Form::Whole);
    m_project.lacksProviders = problems.hasErrors();
    if (m_project.lacksProviders)
        m_diagnostics.append(std::move(problems));
    return !m_project.lacksProviders;
}

bool Opening::reportConfig() {
    m_diagnostics.append(std::move(m_configDiagnostics));
    return !m_diagnostics.hasErrors();
}

void Opening::checkLockFile() {
    const addrs::ProviderRequirements requirements = m_project.config->providerRequirements();
    if (!m_project.isSimulated) {
        m_diagnostics.append(m_project.registry->packages().inconsistencies(
            requirements, m_project.config->registry, m_project.config->providerConstraintErrors()));
        m_project.lacksProviders = m_diagnostics.hasErrors();
    }
    const Result<providers::LockFile> locks = providers::readLockFile(m_options.directory);
    if (locks.isOk())
        m_diagnostics.append(providers::checkLocksOfFolder(*locks, requirements));
    else if (!m_diagnostics.hasErrors()) // inconsistencies() may have reported it
        m_diagnostics.append(locks.diagnostics);
}

bool Opening::checkTrust() {
    if (m_options.trust == OpenOptions::Trust::NotGiven && !m_project.isSimulated)
        m_project.untrusted =
            startedPrograms(*m_project.config, m_project.state, m_project.registry->packages(), m_project.sources);
    return m_project.untrusted.empty();
}

void Opening::evaluateVariables() {
    const configs::Module& root = m_project.config->root->module;
    std::erase_if(m_variables, [&](const auto& given) {
        return given.second.source == configs::GivenVariable::Source::Interactive &&
               !root.variables.contains(given.first);
    });
    if (m_options.missingVariables == OpenOptions::MissingVariables::AreListed && !m_diagnostics.hasErrors()) {
        for (const auto& [name, variable] : root.variables)
            if (variable.isRequired() && !m_variables.contains(name))
                m_project.missingVariables.push_back(name);
        if (!m_project.missingVariables.empty())
            return;
    }
    if (m_options.missingVariables == OpenOptions::MissingVariables::AreUnknown)
        for (const auto& [name, variable] : root.variables)
            if (variable.isRequired())
                m_variables.try_emplace(name, configs::GivenVariable{configs::GivenVariable::Source::Default,
                                                                     values::Value::dynamicUnknown(),
                                                                     {}});
    if (auto values = configs::rootVariables(root, m_variables).into(m_diagnostics))
        m_project.variables = *std::move(values);
}

} // namespace

Result<Project> openFolder(const OpenOptions& options, const std::optional<RootFiles>& plannedFiles) {
    Opening opening(options);
    opening.selectWorkspace();
    if (opening.collectVariables() && plannedFiles)
        opening.loadForPlan(*plannedFiles);
    return opening.finish();
}

Result<Project> openProject(const OpenOptions& options) {
    Opening opening(options);
    opening.selectWorkspace();
    opening.simulateProviders();
    if (!opening.collectVariables())
        return opening.finish();
    opening.loadConfig();
    if (options.purpose == Purpose::Reading) {
        opening.reportConfig();
        return opening.finish();
    }
    // In an untrusted directory, programs are listed before their packages are checked.
    const bool isTrusted = options.trust == OpenOptions::Trust::Given;
    if (!opening.checkBackend() || (isTrusted && !opening.checkPackages()) || !opening.reportConfig() ||
        !opening.checkTrust() || (!isTrusted && !opening.checkPackages()))
        return opening.finish();
    opening.checkLockFile();
    opening.evaluateVariables();
    return opening.finish();
}

Diagnostics checkProviders(const Project& project) {
    const providers::InstalledPackages& packages = project.registry->packages();
    Diagnostics problems = packages.problems(providers::InstalledPackages::Form::Whole);
    return problems.hasErrors()
               ? problems
               : packages.inconsistencies(project.config->providerRequirements(), project.config->registry,
                                          project.config->providerConstraintErrors());
}

} // namespace planlens::workspace
