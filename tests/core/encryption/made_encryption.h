// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/configs/encryption/encryption_config.h"
#include "core/configs/load.h"
#include "core/encryption/encryption.h"
#include "core/encryption/used_parts.h"

#include <string>

namespace planlens::configs {
struct Config;
}
namespace planlens::testing {

/// Sets up the encryption of a folder with this main.tf, and this value of TF_ENCRYPTION.
inline diags::Result<encryption::EncryptionPtr> makeEncryption(const std::string& configuration,
                                                               const std::string& variable = {}) {
    configs::LoadOptions options;
    options.files = configs::memoryFileSystem({{"main.tf", configuration}});
    const diags::Result<std::shared_ptr<const configs::Config>> config = configs::load(options);
    if (!config.isOk())
        return config.diagnostics;
    const auto settings = configs::encryptionConfig((*config)->root->module, {"A=b", "TF_ENCRYPTION=" + variable});
    if (!settings.isOk())
        return settings.diagnostics;
    return encryption::Encryption::make(*settings, *config, options);
}

/// The content of an encryption block in a configuration.
inline std::string block(const std::string& content) {
    return "terraform {\n  encryption {\n" + content + "\n  }\n}\n";
}

/// A key provider with the fewest iterations, and a method with its key.
inline std::string keyAndMethod(const std::string& name, const std::string& passphrase) {
    return "key_provider \"pbkdf2\" \"" + name + "\" {\n  passphrase = \"" + passphrase +
           "\"\n  iterations = 200000\n}\nmethod \"aes_gcm\" \"" + name + "\" {\n  keys = key_provider.pbkdf2." + name +
           "\n}\n";
}

} // namespace planlens::testing
