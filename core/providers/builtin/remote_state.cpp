// SPDX-License-Identifier: MPL-2.0
#include "core/providers/builtin/remote_state.h"

#include "core/addrs/target.h"
#include "core/backends/tool_detached.h"
#include "core/backends/types.h"
#include "core/providers/packages/folder_registry.h"
#include "core/schemas/values_by_schema.h"
#include "core/system/environment.h"
#include "core/values/deprecation.h"

#include <fmt/format.h>

namespace planlens::providers::builtin {
namespace {

using values::Type;
using values::Value;

constexpr auto invalidBackend = "Invalid backend configuration";

ProviderDiagnostic attributeError(std::string summary, std::string detail, std::string_view attribute) {
    return {diags::Severity::Error, std::move(summary), std::move(detail), values::Path().attribute(attribute)};
}

std::string notInReach(std::string_view backend) {
    return fmt::format("The backend \"{}\" is not read for a directory that is not trusted, because its configuration "
                       "selects the server that receives credentials. Trust the directory and plan again.",
                       backend);
}

enum class Places { Arguments, None };
Places placesOf(const backends::BackendType& type) {
    return type.namesArguments ? Places::Arguments : Places::None;
}

void report(const diags::Diagnostics& problems, Places places, ProviderDiagnostics& diagnostics) {
    for (const diags::Diagnostic& problem : problems) {
        if (places == Places::Arguments && problem.code == diags::ErrorCode::InvalidBackendArgument)
            diagnostics.push_back(
                {problem.severity, problem.summary, problem.detail,
                 problem.codeSubject.empty() ? values::Path() : values::Path().attribute(problem.codeSubject)});
        else
            diagnostics.push_back(
                {problem.severity, problem.summary, problem.detail, {}, ProviderDiagnostic::About::Nothing});
    }
}

/// Reports why a state could not be read, although there are credentials.
void reportReading(const diags::Diagnostics& problems, const backends::BackendType* type,
                   ProviderDiagnostics& diagnostics) {
    for (const diags::Diagnostic& problem : problems) {
        if (!type || !type->readsWhenSelected || problem.severity != diags::Severity::Error) {
            report(problem, Places::None, diagnostics);
            continue;
        }
        const std::string advice = problem.detail.empty() ? std::string() : "\n\n" + problem.detail;
        diagnostics.push_back(attributeError("Error loading state error",
                                             "error loading the remote state: " + problem.summary + advice, "backend"));
    }
}

/// The arguments by the schema of the type. Returns std::nullopt if there were errors.
std::optional<Value> typedArguments(const backends::BackendType& type, const Value& given,
                                    ProviderDiagnostics& diagnostics) {
    auto arguments = schemas::coerceValue(type.arguments(), given);
    if (arguments)
        return *std::move(arguments);
    diagnostics.push_back(attributeError(invalidBackend,
                                         fmt::format("The given configuration is not valid for backend \"{}\": {}.",
                                                     type.name, values::formatError(arguments.error())),
                                         "config"));
    return {};
}

/// The problems that are found without accessing anything.
void checkArguments(const backends::BackendType& type, const Value& given, ProviderDiagnostics& diagnostics) {
    if (!type.arguments)
        return;
    const std::optional<Value> arguments = typedArguments(type, given, diagnostics);
    if (arguments && type.check)
        report(type.check(*arguments), placesOf(type), diagnostics);
}

/// Returns null if there were errors.
std::unique_ptr<backends::Backend> nativeBackend(const backends::BackendType& type, const Value& given,
                                                 const std::filesystem::path& directory,
                                                 states::EncryptionPtr encryption, ProviderDiagnostics& diagnostics) {
    const std::optional<Value> arguments = typedArguments(type, given, diagnostics);
    if (!arguments)
        return nullptr;
    diags::Result<std::unique_ptr<backends::Backend>> backend =
        type.make({.arguments = *arguments, .directory = directory, .encryption = std::move(encryption)});
    report(backend.diagnostics, placesOf(type), diagnostics);
    return std::move(backend.value).value_or(nullptr);
}

/// Returns null if there were errors.
std::unique_ptr<backends::Backend> backendOfTool(const backends::BackendType& type, const Value& given,
                                                 const RemoteStateAccess& access, const std::stop_token& stop,
                                                 ProviderDiagnostics& diagnostics) {
    const backends::ToolRun run{.directory = access.workingDirectory,
                                .environment = system::ownEnvironment(),
                                .stop = stop,
                                .forced = access.forced};
    const std::string_view registry = registryOfFolder(access.workingDirectory);
    const std::filesystem::path path = backends::findTool(access.tool, registry, run.environment);
    if (path.empty()) {
        diagnostics.push_back(attributeError(
            "No program to read the remote state with",
            fmt::format("A state of the backend \"{0}\" is read through \"{1} state pull\", and no such program was "
                        "found. Install {1}, or say where it is with -tool=PATH or the environment variable "
                        "PLANLENS_TOOL.",
                        type.name, backends::toolName(registry)),
            "backend"));
        return nullptr;
    }
    diags::Result<backends::Tool> tool =
        backends::identifyTool(path, fmt::format("backend \"{}\"", type.name), registry, run);
    report(tool.diagnostics, Places::None, diagnostics);
    if (!tool.value)
        return nullptr;
    return backends::makeDetachedBackend(*std::move(tool.value), run,
                                         {std::string(type.name), given, access.workingDirectory});
}

struct RequestedBackend {
    const backends::BackendType* type = nullptr; // null if there were errors
    Value arguments;                             // an object or a map, unless invalid for the backend
};

RequestedBackend requestedBackend(const Value& config, ProviderDiagnostics& diagnostics) {
    std::string name = config.attribute("backend").asString();
    if (name == "_local") // an old name, which OpenTofu still accepts here
        name = "local";
    RequestedBackend requested{backends::findBackendType(name), config.attribute("config")};
    if (!requested.type)
        diagnostics.push_back(attributeError(invalidBackend, backends::unknownType(name), "backend"));
    Value& given = requested.arguments;
    if (given.isNull())
        given = Value::emptyObject();
    if (given.type().isMap()) {
        std::vector<std::pair<std::string, Value>> attributes;
        for (std::size_t i = 0; i < given.size(); ++i)
            attributes.emplace_back(given.key(i), given.element(i));
        given = Value::object(std::move(attributes));
    }
    if (requested.type && requested.type->access() == backends::Access::ThroughTool && !given.type().isObject()) {
        diagnostics.push_back(attributeError(invalidBackend,
                                             fmt::format("The given configuration is not valid for backend \"{}\": an "
                                                         "object is required.",
                                                         name),
                                             "config"));
        requested.type = nullptr;
    }
    return requested;
}

/// Returns the backend to read from. Returns null if there were errors.
std::unique_ptr<backends::Backend> backendOf(const Value& config, const RemoteStateAccess& access,
                                             const std::string& address, const std::stop_token& stop,
                                             ProviderDiagnostics& diagnostics) {
    if (config.attribute("backend").isNull()) {
        diagnostics.push_back(attributeError(invalidBackend, "The type of the backend must not be null.", "backend"));
        return nullptr;
    }
    const RequestedBackend requested = requestedBackend(config, diagnostics);
    if (!requested.type)
        return nullptr;
    if (requested.type->name != "local" && access.reach == RemoteStateAccess::Reach::Files) {
        diagnostics.push_back(attributeError("Remote state not read", notInReach(requested.type->name), "backend"));
        return nullptr;
    }
    states::EncryptionPtr encryption = access.encryption ? access.encryption(address) : nullptr;
    if (requested.type->access() == backends::Access::Native)
        return nativeBackend(*requested.type, requested.arguments, access.workingDirectory, std::move(encryption),
                             diagnostics);
    checkArguments(*requested.type, requested.arguments, diagnostics);
    if (hasErrors(diagnostics))
        return nullptr;
    if (!encryption)
        return backendOfTool(*requested.type, requested.arguments, access, stop, diagnostics);
    diagnostics.push_back(attributeError(
        "Encrypted remote state not supported",
        fmt::format(
            "The encryption of this remote state is configured, and states of the backend \"{}\" are read through "
            "another program, which does not have that configuration. Plan and apply with that program itself.",
            requested.type->name),
        "backend"));
    return nullptr;
}

/// Returns the address of a resource instance without its module.
std::string inItsModule(const std::string& address) {
    const auto parsed = addrs::parseAbsResourceInstance(address);
    return parsed.isOk() ? addrs::AbsResourceInstance{{}, parsed->resource, parsed->key}.toString() : address;
}

bool isObjectLike(Type type) {
    return type.isDynamic() || type.isMapping();
}

} // namespace

const schemas::ResourceSchemaPtr& remoteStateSchema() {
    static const schemas::ResourceSchemaPtr schema = [] {
        const auto attribute = [](Type type, std::string description) {
            schemas::Attribute made;
            made.type = type;
            made.description = std::move(description);
            made.descriptionIsMarkdown = true;
            return made;
        };
        schemas::Attribute backend = attribute(Type::string(), "The remote backend to use, e.g. `remote` or `http`.");
        backend.required = true;
        schemas::Attribute config =
            attribute(Type::dynamic(),
                      "The configuration of the remote backend. Although this is optional, most backends require some "
                      "configuration.\n\nThe object can use any arguments that would be valid in the equivalent "
                      "`terraform { backend "
                      "\"<TYPE>\" { ... } }` block.");
        config.optional = true;
        schemas::Attribute defaults = attribute(
            Type::dynamic(), "Default values for outputs, in case the state file is empty or lacks a required output.");
        defaults.optional = true;
        schemas::Attribute outputs =
            attribute(Type::dynamic(), "An object containing every root-level output in the remote state.");
        outputs.computed = true;
        schemas::Attribute workspace =
            attribute(Type::string(), "The OpenTofu workspace to use, if the backend supports workspaces.");
        workspace.optional = true;
        schemas::Block block;
        block.attributes = {{"backend", backend},
                            {"config", config},
                            {"defaults", defaults},
                            {"outputs", outputs},
                            {"workspace", workspace}};
        return schemas::ResourceSchema::make(std::move(block));
    }();
    return schema;
}

ProviderDiagnostics validateRemoteState(const Value& config) {
    ProviderDiagnostics diagnostics;
    const Value backend = config.attribute("backend");
    const Value backendConfig = config.attribute("config");
    if (backendConfig.isWhollyKnown() && backend.isKnown() && !backend.isNull()) {
        const RequestedBackend requested = requestedBackend(config, diagnostics);
        if (requested.type)
            checkArguments(*requested.type, requested.arguments, diagnostics);
    } else if (!isObjectLike(backendConfig.type())) {
        diagnostics.push_back(attributeError(invalidBackend, "The configuration must be an object value.", "config"));
    }
    if (!isObjectLike(config.attribute("defaults").type())) {
        diagnostics.push_back(
            attributeError("Invalid default values", "Defaults must be given in an object value.", "defaults"));
    }
    return diagnostics;
}

ReadDataResponse readRemoteState(const Value& config, const RemoteStateAccess& access, const std::string& address,
                                 std::stop_token stop) {
    ReadDataResponse response;
    const std::unique_ptr<backends::Backend> backend = backendOf(config, access, address, stop, response.diagnostics);
    if (!backend)
        return response;

    const Value workspace = config.attribute("workspace");
    const std::string name = workspace.isNull() ? "default" : workspace.asString();
    std::string problem = name.empty() ? backend->emptyNameProblem() : std::string();
    if (name != "default" && !backend->capabilities().workspaces)
        problem = "workspaces not supported";
    if (!problem.empty()) {
        response.diagnostics.push_back(
            attributeError("Error loading state error", "error loading the remote state: " + problem, "backend"));
        return response;
    }
    const std::unique_ptr<backends::WorkspaceState> state = backend->state(name);
    if (const diags::Diagnostics problems = state->connect(stop); problems.hasErrors()) {
        report(problems, Places::None, response.diagnostics);
        return response;
    }
    const diags::Result<backends::StoredState> stored = state->read(std::move(stop));
    const backends::BackendType* const type = backends::findBackendType(config.attribute("backend").asString());
    reportReading(stored.diagnostics, type, response.diagnostics);
    if (!stored.isOk())
        return response;

    const Value defaults = config.attribute("defaults");
    std::vector<std::pair<std::string, Value>> outputs;
    if (!defaults.isNull()) {
        for (std::size_t i = 0; i < defaults.size(); ++i)
            outputs.emplace_back(defaults.key(i), defaults.element(i));
    }
    // The reference creates a missing state on a server, so that only the defaults are read.
    const bool isCreated = type && (name == "default" ? type->createsDefault : type->name != "local");
    const bool areDefaultsRead = isCreated && !defaults.isNull();
    if (!stored->exists && !areDefaultsRead) {
        response.diagnostics.push_back(
            attributeError("Unable to find remote state",
                           "No stored state was found for the given workspace in the given backend.", "workspace"));
        outputs.clear();
    } else if (stored->exists) {
        for (const auto& [outputName, output] : stored->file.state->outputs) {
            if (output.sensitive)
                response.sensitiveOutputs.push_back(outputName);
            outputs.emplace_back(
                outputName,
                output.deprecated.empty()
                    ? output.value
                    : output.value.withMark(
                          values::Deprecation{inItsModule(address) + "." + outputName, output.deprecated}.mark()));
        }
    }
    response.state = Value::object({{"backend", config.attribute("backend")},
                                    {"config", config.attribute("config")},
                                    {"defaults", defaults.isNull() ? Value() : defaults},
                                    {"outputs", Value::object(std::move(outputs))},
                                    {"workspace", workspace}});
    return response;
}

} // namespace planlens::providers::builtin
