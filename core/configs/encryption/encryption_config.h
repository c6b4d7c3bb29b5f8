// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planlens::configs {

/// The encryption of states and plans as configured: an `encryption` block, the environment variable TF_ENCRYPTION, or
/// both merged. References in it are not resolved yet: core/encryption does that. Immutable once shared.
struct EncryptionConfig {
    /// A block `key_provider` or `method`.
    struct Part {
        std::string type, name;
        std::string metadataAlias; // `encrypted_metadata_alias` of key providers
        BodyPtr body;              // the other arguments
        bool operator==(const Part&) const = default;
    };
    /// A block `state`, `plan`, `default`, `remote_state_data_source` or `fallback`.
    struct Target {
        ExpressionPtr method;    // null if not given
        SourceRange methodRange; // where it is given, or missing
        std::shared_ptr<const Target> fallback;
        bool isEnforced = false;
    };
    struct RemoteStates {
        std::optional<Target> byDefault;
        std::vector<std::pair<std::string, Target>> byName; // in the order of the configuration
    };

    std::vector<Part> keyProviders, methods;
    std::optional<Target> state, plan;
    std::optional<RemoteStates> remoteStates;
    SourceRange range; // of the block; empty once merged

    /// Null if there is none.
    const Part* keyProvider(std::string_view type, std::string_view name) const;
    const Part* method(std::string_view type, std::string_view name) const;
};

/// Both together; the second one wins. Either may be null.
EncryptionConfigPtr mergeEncryption(const EncryptionConfigPtr& base, const EncryptionConfigPtr& over);

/// The encryption of a root module, merged with TF_ENCRYPTION of this environment ("NAME=value"). The value is null if
/// nothing is configured; there is no value if the variable has errors.
diags::Result<EncryptionConfigPtr> encryptionConfig(const Module& root, const std::vector<std::string>& environment);

} // namespace planlens::configs
