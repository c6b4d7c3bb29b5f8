// SPDX-License-Identifier: MPL-2.0
#include "core/workspace/programs.h"

#include "core/backends/tool_program.h"
#include "core/backends/types.h"
#include "core/configs/config.h"
#include "core/system/environment.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::workspace {

namespace fs = std::filesystem;

namespace {

/// Providers of the configuration, followed by those that only the state may require: planning starts all that the lock
/// file selects.
std::vector<addrs::Provider> providersOf(const configs::Config& config, const fs::path& directory) {
    std::vector<addrs::Provider> providers = config.requiredProviders();
    const providers::LockFile locks = providers::readLockFile(directory).value.value_or(providers::LockFile());
    for (const auto& [provider, lock] : locks.providers)
        if (std::find(providers.begin(), providers.end(), provider) == providers.end())
            providers.push_back(provider);
    std::erase_if(providers, [](const addrs::Provider& provider) { return provider.isBuiltIn(); });
    return providers;
}

StartedProgram programOf(const addrs::Provider& provider, const providers::InstalledPackages& packages) {
    const providers::SelectedPackage package = packages.selected(provider);
    const fs::path file = package.executable.lexically_normal();
    const fs::path below = file.lexically_relative(packages.workingDirectory().lexically_normal());
    StartedProgram program;
    program.name = provider.forDisplay();
    program.version = package.version;
    program.isUnderDevelopment = package.isUnderDevelopment;
    program.path = below.empty() || *below.begin() == ".." ? file : below;
    return program;
}

/// An argument as written: `command = "make deploy"`. Empty if its text is not known.
std::string writtenText(const hcl::Attribute& attribute, const diags::Sources& sources) {
    const diags::Sources::File* file = sources.find(attribute.range.filename.str());
    const std::uint32_t start = attribute.range.start.byte, end = attribute.range.end.byte;
    if (!file || start >= end || end > file->text->size())
        return {};
    return file->text->substr(start, end - start);
}

/// The argument that contains the program of a provisioner.
std::string commandOf(const configs::Provisioner& provisioner, const diags::Sources& sources) {
    const hcl::BodySchema schema{{{"command"}, {"inline"}, {"script"}, {"scripts"}, {"source"}, {"content"}}, {}};
    const diags::Result<hcl::BodyContent> content = provisioner.config->knownContent(schema);
    if (!content.value || content->attributes.empty())
        return {};
    return writtenText(content->attributes.front(), sources);
}

StartedProgram programOf(const configs::Provisioner& provisioner, const addrs::ConfigResource& resource,
                         const diags::Sources& sources) {
    StartedProgram program;
    program.command = commandOf(provisioner, sources);
    program.kind = StartedProgram::Kind::Provisioner;
    program.name = provisioner.type;
    program.subject = resource.toString();
    return program;
}

StartedProgram toolOf(const StateLocation& state, std::string_view registry) {
    StartedProgram program;
    program.kind = StartedProgram::Kind::StateTool;
    program.name = backends::toolName(registry);
    program.subject = state.whyNotLocal();
    program.path = backends::findTool({}, registry, system::ownEnvironment());
    return program;
}

/// The backend of a terraform_remote_state data source; empty unless it is written as a text.
std::string remoteBackendOf(const configs::Resource& resource) {
    const diags::Result<hcl::BodyContent> content = resource.config->knownContent({{{"backend"}}, {}});
    const hcl::Attribute* const attribute = content.value ? content->attribute("backend") : nullptr;
    const auto value = attribute ? attribute->expression->evaluate(nullptr) : diags::Result<values::Value>();
    const bool isText =
        value.isOk() && value->isKnown() && !value->isNull() && !value->containsMarked() && value->type().isString();
    return isText ? value->asString() : std::string();
}

/// The program that provides the credentials of a backend with these arguments, if any.
void addCredentials(std::vector<StartedProgram>& programs, const backends::BackendType* type,
                    const backends::Setup& setup, const std::string& subject) {
    const std::string name = type && type->credentialProgram ? type->credentialProgram(setup) : std::string();
    if (name.empty())
        return;
    StartedProgram program;
    program.kind = StartedProgram::Kind::Credentials;
    program.name = name;
    program.subject = subject;
    if (const auto path = system::findProgram(name))
        program.path = *path;
    else if (setup.arguments.isNull())
        program.command = "if the arguments select one";
    programs.push_back(std::move(program));
}

/// Adds what reads a remote state; nothing for files.
void addReader(std::vector<StartedProgram>& programs, const std::string& backend, const std::string& address,
               const fs::path& directory, std::string_view registry) {
    if (backend == "local" || backend == "_local")
        return;
    const backends::BackendType* const type = backends::findBackendType(backend);
    StartedProgram program;
    program.subject = backend.empty() ? "backend of " + address : fmt::format("backend \"{}\" of {}", backend, address);
    if (type && type->access() == backends::Access::ThroughTool) {
        program.kind = StartedProgram::Kind::RemoteStateTool;
        program.name = backends::toolName(registry);
        program.path = backends::findTool({}, registry, system::ownEnvironment());
    } else {
        program.kind = StartedProgram::Kind::StateServer;
        program.name = program.subject;
    }
    programs.push_back(program);
    addCredentials(programs, type, {.arguments = {}, .directory = directory}, program.subject);
}

StartedProgram programOf(const encryption::ExternalPart& part, const diags::Sources& sources) {
    StartedProgram program;
    program.kind = StartedProgram::Kind::Encryption;
    program.name = part.address;
    for (const hcl::Attribute& argument : part.arguments) {
        const std::string text = writtenText(argument, sources);
        program.command += (program.command.empty() || text.empty() ? "" : ", ") + text;
    }
    return program;
}

StartedProgram serverOf(const StateLocation& state) {
    StartedProgram program;
    program.kind = StartedProgram::Kind::StateServer;
    program.name = state.whyNotLocal();
    return program;
}

} // namespace

std::vector<StartedProgram> startedPrograms(const configs::Config& config, const StateLocation& state,
                                            const providers::InstalledPackages& packages,
                                            const diags::Sources& sources) {
    std::vector<StartedProgram> programs;
    for (const addrs::Provider& provider : providersOf(config, packages.workingDirectory()))
        programs.push_back(programOf(provider, packages));
    config.forEachModule([&](const configs::ModuleNode& node) {
        for (const auto& [address, resource] : node.module.resources)
            for (const configs::Provisioner& provisioner : resource.provisioners)
                programs.push_back(programOf(provisioner, {node.path, address}, sources));
    });
    config.forEachModule([&](const configs::ModuleNode& node) {
        for (const auto& [address, resource] : node.module.resources)
            if (address.mode == addrs::ResourceMode::Data && address.type == "terraform_remote_state")
                addReader(programs, remoteBackendOf(resource), addrs::ConfigResource{node.path, address}.toString(),
                          packages.workingDirectory(), config.registry);
    });
    for (const encryption::ExternalPart& part : state.encryption.programs)
        programs.push_back(programOf(part, sources));
    if (state.access == backends::Access::ThroughTool) {
        programs.push_back(toolOf(state, config.registry));
    } else if (state.isRemote()) {
        programs.push_back(serverOf(state));
        addCredentials(programs, backends::findBackendType(state.backend.type),
                       {.arguments = state.backend.config, .directory = packages.workingDirectory()},
                       state.whyNotLocal());
    }
    return programs;
}

} // namespace planlens::workspace
