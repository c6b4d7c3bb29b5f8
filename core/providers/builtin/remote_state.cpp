// SPDX-License-Identifier: MPL-2.0
#include "core/providers/builtin/remote_state.h"

#include "core/addrs/target.h"
#include "core/schemas/values_by_schema.h"
#include "core/states/file.h"
#include "core/system/file.h"
#include "core/values/deprecation.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace planlens::providers::builtin {
namespace {

using values::Type;
using values::Value;

constexpr auto invalidBackend = "Invalid backend configuration";

ProviderDiagnostic attributeError(std::string summary, std::string detail, std::string_view attribute) {
    return {diags::Severity::Error, std::move(summary), std::move(detail), values::Path().attribute(attribute)};
}

/// Backends that the reference supports here and Planlens does not.
constexpr std::array<std::string_view, 12> otherBackends = {"azurerm", "cloud",      "consul", "cos", "gcs",    "http",
                                                            "inmem",   "kubernetes", "oss",    "pg",  "remote", "s3"};

std::string whyNot(std::string_view backend) {
    for (const std::string_view gone : {"artifactory", "etcd", "etcdv3", "manta", "swift"}) {
        if (backend == gone)
            return fmt::format("The \"{}\" backend is not supported in OpenTofu v1.3 or later.", backend);
    }
    if (backend == "azure")
        return "The \"azure\" backend name has been removed, please use \"azurerm\".";
    if (std::find(otherBackends.begin(), otherBackends.end(), backend) != otherBackends.end()) {
        return fmt::format(
            "Planlens reads remote states of the \"local\" backend only, not of the \"{}\" backend. Save that "
            "state to a file with \"tofu state pull\" and read it with the \"local\" backend.",
            backend);
    }
    return fmt::format("There is no backend type named {}.", values::quoted(backend));
}

const schemas::Block& localBackendSchema() {
    static const schemas::Block block = [] {
        schemas::Attribute text;
        text.type = Type::string();
        text.optional = true;
        schemas::Block made;
        made.attributes = {{"path", text}, {"workspace_dir", text}};
        return made;
    }();
    return block;
}

struct LocalBackend {
    std::string path = "terraform.tfstate";
    std::string workspaceDirectory = "terraform.tfstate.d";
};

std::optional<LocalBackend> localBackend(const Value& config, ProviderDiagnostics& diagnostics) {
    std::string type = config.attribute("backend").asString();
    if (type == "_local")
        type = "local";
    if (type != "local") {
        diagnostics.push_back(attributeError(invalidBackend, whyNot(type), "backend"));
        return {};
    }
    Value given = config.attribute("config");
    if (given.isNull())
        given = Value::emptyObject();
    if (given.type().isMap()) {
        std::vector<std::pair<std::string, Value>> attributes;
        for (std::size_t i = 0; i < given.size(); ++i)
            attributes.emplace_back(given.key(i), given.element(i));
        given = Value::object(std::move(attributes));
    }
    const auto coerced = schemas::coerceValue(localBackendSchema(), given);
    if (!coerced) {
        diagnostics.push_back(
            attributeError(invalidBackend,
                           fmt::format("The given configuration is not valid for backend \"local\": {}.",
                                       values::formatError(coerced.error())),
                           "config"));
        return {};
    }
    LocalBackend backend;
    const auto take = [&](std::string_view name, std::string& out, std::string_view summary) {
        const Value value = coerced->attribute(name);
        if (value.isNull())
            return;
        out = value.asString();
        if (out.empty()) {
            diagnostics.push_back(attributeError(
                std::string(summary), fmt::format("The \"{}\" attribute value must not be empty.", name), name));
        }
    };
    take("path", backend.path, "Invalid local state file path");
    take("workspace_dir", backend.workspaceDirectory, "Invalid local workspace directory path");
    if (hasErrors(diagnostics))
        return {};
    return backend;
}

/// The address of a resource instance without its module.
std::string inItsModule(const std::string& address) {
    const auto parsed = addrs::parseAbsResourceInstance(address);
    return parsed.isOk() ? addrs::AbsResourceInstance{{}, parsed->resource, parsed->key}.toString() : address;
}

bool isObjectLike(Type type) {
    return type.isDynamic() || type.isObject() || type.isMap();
}

/// Returns std::nullopt after adding errors, and if there is no state.
std::optional<states::File> readStateFile(const std::filesystem::path& path, ProviderDiagnostics& diagnostics) {
    const auto content = system::readFileIfExists(path);
    if (!content) {
        diagnostics.push_back({diags::Severity::Error, content.error(), {}, {}, ProviderDiagnostic::About::Nothing});
        return {};
    }
    if (content->empty())
        return {};
    auto file = states::readFile(*content, path.string());
    for (const diags::Diagnostic& problem : file.diagnostics)
        diagnostics.push_back(
            {problem.severity, problem.summary, problem.detail, {}, ProviderDiagnostic::About::Nothing});
    return std::move(file.value);
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
        (void)localBackend(config, diagnostics);
    } else if (!isObjectLike(backendConfig.type())) {
        diagnostics.push_back(attributeError(invalidBackend, "The configuration must be an object value.", "config"));
    }
    if (!isObjectLike(config.attribute("defaults").type())) {
        diagnostics.push_back(
            attributeError("Invalid default values", "Defaults must be given in an object value.", "defaults"));
    }
    return diagnostics;
}

ReadDataResponse readRemoteState(const Value& config, const std::filesystem::path& workingDirectory,
                                 const std::string& address) {
    ReadDataResponse response;
    const auto backend = localBackend(config, response.diagnostics);
    if (!backend)
        return response;

    const Value workspace = config.attribute("workspace");
    const std::string name = workspace.isNull() ? "default" : workspace.asString();
    const std::filesystem::path path =
        name == "default" || name.empty()
            ? std::filesystem::path(backend->path)
            : std::filesystem::path(backend->workspaceDirectory) / name / "terraform.tfstate";
    const auto file = readStateFile(workingDirectory / path, response.diagnostics);
    if (hasErrors(response.diagnostics))
        return response;

    const Value defaults = config.attribute("defaults");
    std::vector<std::pair<std::string, Value>> outputs;
    if (!defaults.isNull()) {
        for (std::size_t i = 0; i < defaults.size(); ++i)
            outputs.emplace_back(defaults.key(i), defaults.element(i));
    }
    if (!file) {
        response.diagnostics.push_back(
            attributeError("Unable to find remote state",
                           "No stored state was found for the given workspace in the given backend.", "workspace"));
        outputs.clear();
    } else {
        for (const auto& [outputName, output] : file->state->outputs)
            outputs.emplace_back(
                outputName,
                output.deprecated.empty()
                    ? output.value
                    : output.value.withMark(
                          values::Deprecation{inItsModule(address) + "." + outputName, output.deprecated}.mark()));
    }
    response.state = Value::object({{"backend", config.attribute("backend")},
                                    {"config", config.attribute("config")},
                                    {"defaults", defaults.isNull() ? Value() : defaults},
                                    {"outputs", Value::object(std::move(outputs))},
                                    {"workspace", workspace}});
    return response;
}

} // namespace planlens::providers::builtin
