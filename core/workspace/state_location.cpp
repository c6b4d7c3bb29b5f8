// SPDX-License-Identifier: MPL-2.0
#include "core/workspace/state_location.h"

#include "core/backends/local.h"
#include "core/configs/config.h"
#include "core/system/file.h"
#include "core/values/conversion/convert.h"
#include "core/values/json/json.h"
#include "core/version.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace planlens::workspace {

using configs::LoadOptions;
using diags::Diagnostic;
using diags::Result;
using values::Value;

namespace {

/// The backend recorded by the last `tofu init`. `type` is empty if there is none.
struct Initialized {
    std::string type;
    std::string config; // JSON
    std::uint64_t hash = 0;
};

Result<Initialized> readInitialized(const LoadOptions& options) {
    const std::filesystem::path data = options.dataDirectory.empty() ? ".terraform" : options.dataDirectory;
    const std::filesystem::path file = (data.is_absolute() ? data : options.directory / data) / "terraform.tfstate";
    const auto damaged = [](std::string_view problem) -> Result<Initialized> {
        return Diagnostic::error(fmt::format("Failed to load state: {}", problem), {});
    };
    const auto content = options.files->read(file);
    if (!content && !content.error().isMissing())
        return damaged(content.error().toString());
    if (!content || (*content)->empty())
        return Initialized();
    const std::string& text = **content;
    Initialized initialized;
    try {
        const nlohmann::json json = nlohmann::json::parse(text);
        const int version = json.value("version", 0);
        if (version != 3)
            return damaged(fmt::format("opentofu {} does not support CLI state version {}, please update",
                                       referenceVersion, version));
        const auto backend = json.find("backend");
        if (backend == json.end() || backend->is_null())
            return initialized;
        initialized.type = backend->value("type", "");
        initialized.hash = backend->value("hash", std::uint64_t(0));
        if (const auto config = backend->find("config"); config != backend->end())
            initialized.config = config->dump();
    } catch (const nlohmann::json::parse_error& error) {
        return damaged(fmt::format("decoding CLI state file version failed: {}",
                                   error.byte > text.size() ? std::string("unexpected end of JSON input")
                                                            : fmt::format("invalid JSON at byte {}", error.byte)));
    } catch (const nlohmann::json::exception&) {
        return damaged("decoding CLI state file failed: a field is not of the type it should be");
    }
    return initialized;
}

/// CRC-32 (IEEE 802.3).
std::uint32_t checksum(std::string_view bytes) {
    std::uint32_t sum = ~0u;
    for (const char byte : bytes) {
        sum ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit)
            sum = (sum >> 1) ^ ((sum & 1u) ? 0xedb88320u : 0u);
    }
    return ~sum;
}

/// The hash that identifies the backend block for which the working directory was initialized. Arguments of `tofu init
/// -backend-config` are not included.
std::uint64_t hashOf(const std::string& type, const Value& arguments) {
    return checksum(values::setHashBytes(Value::tuple({Value::string(type), arguments})));
}

Diagnostic initializationRequired(const std::string& reason) {
    return Diagnostic::error("Backend initialization required, please run \"tofu init\"",
                             fmt::format("Reason: {}\n\nThe \"backend\" is the interface that OpenTofu uses to store "
                                         "state,\nperform operations, etc. If this message is showing up, it "
                                         "means that the\nOpenTofu configuration you're using is using a custom "
                                         "configuration for\nthe OpenTofu backend.\n\nChanges to backend "
                                         "configurations require reinitialization. This allows\nOpenTofu to set up the "
                                         "new configuration, copy existing state, etc. Please run\n\"tofu "
                                         "init\" with either the \"-reconfigure\" or \"-migrate-state\" flags to\nuse "
                                         "the current configuration.\n\nIf the change reason above is "
                                         "incorrect, please verify your configuration\nhasn't changed and try again. "
                                         "At this point, no changes to your existing\nconfiguration or state "
                                         "have been made.",
                                         reason))
        .withCode(diags::ErrorCode::NotInitialized);
}

Diagnostic cloudInitializationRequired(const std::string& reason) {
    return Diagnostic::error("Cloud backend initialization required: please run \"tofu init\"",
                             fmt::format("Reason: {}.\n\nChanges to the cloud backend configuration block require "
                                         "reinitialization, to discover any changes to the available "
                                         "workspaces.\n\nTo re-initialize, run:\n  tofu init\n\nOpenTofu has not yet "
                                         "made changes to your existing configuration or state.",
                                         reason))
        .withCode(diags::ErrorCode::NotInitialized);
}

/// The error for a working directory that was initialized for another backend.
Diagnostic backendHasChanged(const std::string& before, const std::string& now) {
    if (now == "cloud")
        return cloudInitializationRequired(fmt::format("Changed from backend \"{}\" to cloud backend", before));
    Diagnostic diagnostic =
        initializationRequired(before == "cloud" ? fmt::format("Changed from cloud backend to backend \"{}\"", before)
                               : before != now ? fmt::format("Backend type changed from \"{}\" to \"{}\"", before, now)
                                               : "Backend configuration block has changed");
    diagnostic.summary = "Backend initialization required: please run \"tofu init\"";
    return diagnostic;
}

/// The location of a state in a backend with these arguments.
Result<StateLocation> locate(plans::Backend backend, const std::filesystem::path& directory) {
    StateLocation location;
    const backends::BackendType* const type = backends::findBackendType(backend.type);
    location.access = type ? type->access() : backends::Access::ThroughTool;
    if (backend.type == "local") {
        Result<states::StatePaths> paths =
            backends::localStatePaths({.arguments = backend.config, .directory = directory}, backend.workspace);
        if (!paths.isOk())
            return std::move(paths.diagnostics);
        location.paths = *std::move(paths.value);
    }
    location.backend = std::move(backend);
    return location;
}

/// Sets the arguments that the program that saved a plan did not know to null.
plans::Backend withAllArguments(plans::Backend backend) {
    const backends::BackendType* const type = backends::findBackendType(backend.type);
    if (!type || !type->arguments || backend.config.isNull() || !backend.config.type().isObject())
        return backend;
    const values::Type known = type->arguments().impliedType();
    std::vector<std::pair<std::string, Value>> arguments;
    for (const values::ObjectAttribute& argument : known.attributes()) {
        const Value* given = backend.config.find(argument.name);
        const auto converted = given ? values::convert(*given, argument.type) : values::Outcome<Value>(Value());
        arguments.emplace_back(argument.name, given && converted ? *converted : Value::null(argument.type));
    }
    backend.config = Value::object(std::move(arguments));
    return backend;
}

Result<StateLocation> findBackend(const configs::Config& config, const LoadOptions& options) {
    const std::optional<configs::Backend>& block = config.root->module.backend;
    const backends::BackendType* const type = block ? backends::findBackendType(block->type) : nullptr;
    if (block && !type)
        return Diagnostic::error("Invalid backend type", backends::unknownType(block->type), block->typeRange);
    const bool hasSchema = type && type->access() == backends::Access::Native;
    Value given;
    if (hasSchema) {
        Result<Value> evaluated = configs::evaluateBackend(config, options, type->arguments());
        if (!evaluated.isOk())
            return std::move(evaluated.diagnostics);
        given = *std::move(evaluated.value);
    }
    Result<Initialized> initialized = readInitialized(options);
    if (!initialized.isOk())
        return std::move(initialized.diagnostics);
    const std::string& before = initialized->type;
    if (!block)
        return before.empty()
                   ? locate({"local", Value(), options.workspace}, options.directory)
                   : initializationRequired(fmt::format("Unsetting the previously set backend \"{}\"", before));
    if (before.empty())
        return block->type == "cloud" ? cloudInitializationRequired("Initial configuration of cloud backend")
                                      : initializationRequired(fmt::format(
                                            "Initial configuration of the requested backend \"{}\"", block->type));
    if (before != block->type)
        return backendHasChanged(before, block->type);
    // Changes of other backends are detected by the tool, because only it has their schemas.
    const values::Outcome<Value> saved = hasSchema
                                             ? values::fromJson(initialized->config, type->arguments().impliedType())
                                             : values::fromSimpleJson(initialized->config);
    if (hasSchema && hashOf(block->type, given) != initialized->hash && (!saved || !(*saved == given)))
        return backendHasChanged(before, block->type);
    if (!saved)
        return Diagnostic::error("Failed to decode current backend config",
                                 fmt::format("The backend configuration created by the most recent run of \"tofu "
                                             "init\" could not be decoded: {}. The configuration may have been "
                                             "initialized by an earlier version that used an incompatible "
                                             "configuration structure. Run \"tofu init -reconfigure\" to force "
                                             "re-initialization of the backend.",
                                             values::formatError(saved.error())));
    return locate({block->type, *saved, options.workspace}, options.directory);
}

Result<StateLocation> withEncryption(Result<StateLocation> location, FolderEncryption encryption) {
    if (location.value)
        location.value->encryption = std::move(encryption);
    return location;
}

} // namespace

bool StateLocation::isRemote() const {
    return access == backends::Access::Native && backend.type != "local" && backends::findBackendType(backend.type);
}

std::string StateLocation::whyNotLocal() const {
    return fmt::format("backend \"{}\"", backend.type);
}

Result<StateLocation> stateLocation(const configs::Config& config, const LoadOptions& options,
                                    FolderEncryption encryption) {
    return withEncryption(findBackend(config, options), std::move(encryption));
}

Result<StateLocation> stateLocation(const plans::Backend& backend, const std::filesystem::path& directory,
                                    FolderEncryption encryption) {
    return withEncryption(locate(withAllArguments(backend), directory), std::move(encryption));
}

diags::Diagnostics checkPlansCanBeSaved(const StateLocation& location) {
    if (location.encryption.ofPlans && !location.encryption.active)
        return Diagnostic::error("Encrypted plans not supported",
                                 "This configuration encrypts its plans, and Planlens does not obtain the keys of a "
                                 "directory that is not trusted. Trust the directory, or make the plan to apply with "
                                 "the tool itself.");
    const backends::BackendType* const type = backends::findBackendType(location.backend.type);
    if (type && type->appliesOwnPlans)
        return Diagnostic::error("Plans of this backend cannot be saved",
                                 fmt::format("The backend \"{}\" applies the plans that it makes itself, and no "
                                             "others. View the plan here, and apply with the tool.",
                                             location.backend.type));
    return {};
}

} // namespace planlens::workspace
