// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/encryption/target_encryption.h"

#include <map>
#include <memory>
#include <string>

/// The encryption of states and plans: what the blocks `encryption` and TF_ENCRYPTION configure, with keys.
namespace planlens::encryption {

/// The encryption of one folder. Immutable and thread-safe.
class Encryption {
public:
    /// Sets up all targets: derives keys, runs the programs of the type `external`, and obtains keys from servers, so
    /// that it may take a while. Null without a configuration. `root` and `options` are those of the folder, for
    /// references to its values. No value if there are errors. A warning says that something may be unencrypted.
    static diags::Result<std::shared_ptr<const Encryption>> make(configs::EncryptionConfigPtr config,
                                                                 std::shared_ptr<const configs::Config> root,
                                                                 const configs::LoadOptions& options);

    /// Null: not encrypted.
    TargetEncryptionPtr state() const { return m_state; }
    TargetEncryptionPtr plan() const { return m_plan; }
    /// That of a data source terraform_remote_state in the configuration. `address` is that of the resource instance:
    /// `data.terraform_remote_state.a[0]`, `module.m.data.terraform_remote_state.a`.
    TargetEncryptionPtr remoteState(const std::string& address) const;

private:
    TargetEncryptionPtr m_state, m_plan, m_remoteDefault;
    std::map<std::string, TargetEncryptionPtr> m_remotes; // by name
};
using EncryptionPtr = std::shared_ptr<const Encryption>;

} // namespace planlens::encryption
