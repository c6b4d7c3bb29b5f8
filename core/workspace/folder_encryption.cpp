// SPDX-License-Identifier: MPL-2.0
#include "core/workspace/folder_encryption.h"

#include "core/configs/config.h"
#include "core/configs/encryption/encryption_config.h"
#include "core/system/environment.h"

#include <utility>

namespace planlens::workspace {

diags::Result<FolderEncryption> folderEncryption(const configs::ConfigPtr& config, const configs::LoadOptions& options,
                                                 ExternalPrograms programs) {
    diags::Result<configs::EncryptionConfigPtr> configured =
        configs::encryptionConfig(config->root->module, system::ownEnvironment());
    if (!configured.isOk())
        return std::move(configured.diagnostics);
    const configs::EncryptionConfigPtr& settings = *configured.value;
    FolderEncryption folder;
    if (!settings)
        return folder;
    folder.ofPlans = settings->plan.has_value();
    folder.programs = encryption::externalParts(*settings);
    folder.isForbidden = !folder.programs.empty() && programs == ExternalPrograms::Forbidden;
    if (folder.isForbidden)
        return folder;
    diags::Result<encryption::EncryptionPtr> made = encryption::Encryption::make(settings, config, options);
    if (!made.isOk())
        return std::move(made.diagnostics);
    folder.active = *std::move(made.value);
    folder.warnings = std::move(made.diagnostics);
    return folder;
}

} // namespace planlens::workspace
