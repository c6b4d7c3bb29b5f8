// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/load.h"
#include "core/encryption/encryption.h"
#include "core/encryption/used_parts.h"

#include <string>
#include <vector>

namespace planlens::configs {
struct Config;
}
namespace planlens::workspace {

/// Whether programs that a configuration names may be started, and its servers of keys contacted.
enum class ExternalPrograms { Allowed, Forbidden };

/// The encryption of a directory: of its `encryption` blocks and TF_ENCRYPTION.
struct FolderEncryption {
    encryption::EncryptionPtr active; // null: nothing is configured, or it is not set up
    /// Programs that are started, and servers that are contacted, when the encryption is set up.
    std::vector<encryption::ExternalPart> programs;
    bool isForbidden = false; // not set up, because of these
    bool ofPlans = false;     // plans are encrypted
    diags::Diagnostics warnings;

    encryption::TargetEncryptionPtr state() const { return active ? active->state() : nullptr; }
    encryption::TargetEncryptionPtr plan() const { return active ? active->plan() : nullptr; }
};

/// Sets up the encryption of a loaded root module, with the environment of this process. The options are those that
/// the configuration was loaded with. Blocks while keys are derived or obtained. Warnings are in the value.
diags::Result<FolderEncryption> folderEncryption(const std::shared_ptr<const configs::Config>& config,
                                                 const configs::LoadOptions& options, ExternalPrograms programs);

} // namespace planlens::workspace
