// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/encryption/encryption_config.h"

#include <string>
#include <vector>

namespace planlens::encryption {

/// The first key provider whose keys only the tool can obtain, as address: "key_provider.gcp_kms.a". Empty if there is
/// none. Nothing is accessed.
std::string partOfTool(const configs::EncryptionConfig& config);

/// A program that a configuration starts when it is set up.
struct ExternalPart {
    std::string address; // "method.external.a"
    std::vector<hcl::Attribute> commands;
};
/// Nothing is started.
std::vector<ExternalPart> externalParts(const configs::EncryptionConfig& config);

} // namespace planlens::encryption
