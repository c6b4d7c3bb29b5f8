// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/encryption/encryption_config.h"

#include <string>
#include <vector>

namespace planlens::encryption {

/// A program that is started, or a server that is contacted, when a configuration is set up.
struct ExternalPart {
    std::string address;                   // "method.external.a"
    std::vector<hcl::Attribute> arguments; // those that say which: commands, the address, the name of the key
};
/// Nothing is started or contacted.
std::vector<ExternalPart> externalParts(const configs::EncryptionConfig& config);

} // namespace planlens::encryption
