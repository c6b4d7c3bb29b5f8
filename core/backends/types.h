// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/backend.h"
#include "core/schemas/schema.h"
#include "core/states/manager.h"
#include "core/values/value.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace planlens::backends {

/// The program that accesses a state: Planlens itself, or the user's own tofu or terraform.
enum class Access { Native, ThroughTool };

/// The input for creating a native backend.
struct Setup {
    values::Value arguments;                      // by BackendType::arguments; null stands for no arguments
    std::filesystem::path directory;              // the working directory, to which paths are relative
    std::optional<states::StatePaths> paths = {}; // of "local": used instead of those of the workspace
    states::EncryptionPtr encryption = {};        // null: states are stored as they are
};

/// A type of backend of the reference.
struct BackendType {
    std::string_view name;
    bool hasWorkspaces = true;         // with some arguments at least
    bool appliesOwnPlans = false;      // it applies only plans that it makes, so that no plan can be saved for it
    std::string_view nestedBlock = {}; // of a type without arguments: the block that can occur in it, if there is one

    /// terraform_remote_state reports problems of arguments at its `config`. As in the reference, this depends on the
    /// type.
    bool namesArguments = false;

    /// Selecting a workspace accesses its state, so that terraform_remote_state reports that it could not be read as a
    /// problem of its `backend`.
    bool readsWhenSelected = false;
    /// In the reference, selecting the workspace "default" creates its state if there is none.
    bool createsDefault = false;

    /// Null if only the tool has the schema.
    const schemas::Block& (*arguments)() = nullptr;
    /// Of a native backend; null for those that are accessed through the tool. Accesses nothing. Problems of arguments
    /// have the code InvalidBackendArgument; those of several have no subject.
    diags::Result<std::unique_ptr<Backend>> (*make)(const Setup& setup) = nullptr;

    /// The problems of arguments that `validate` reports, with the code above; `make` reports them too. Null: only
    /// those of the schema.
    diags::Diagnostics (*check)(const values::Value& arguments) = nullptr;

    /// The program that is started for credentials with these arguments: a path, or a name on the PATH. Empty: none, or
    /// another method gets them first. With null arguments, which are not known yet, it may be a description. A null
    /// pointer: the type never starts one.
    std::string (*credentialProgram)(const Setup& setup) = nullptr;

    Access access() const { return make ? Access::Native : Access::ThroughTool; }
};

/// All types, by name. `cloud` is the block of that name.
std::span<const BackendType> backendTypes();
/// Null if there is no such type; unknownType() says why.
const BackendType* findBackendType(std::string_view name);
/// Why there is no type of this name: a full sentence, which names a type that was removed or that only Terraform has.
std::string unknownType(std::string_view name);

} // namespace planlens::backends
