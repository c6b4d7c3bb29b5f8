// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/aws/role.h"

/// Credentials of the machine or container that the program runs on.
namespace planlens::cloud::aws {

/// Credentials of the agent of a container (AWS_CONTAINER_CREDENTIALS_…).
Found containerCredentials(const std::string& url, const std::stop_token& stop);

/// The connection to the metadata service of EC2 (IMDS).
struct InstanceMetadata {
    std::string endpoint; // "http://169.254.169.254"
    bool allowsVersion1 = true;
};
Found instanceCredentials(const InstanceMetadata& metadata, const std::stop_token& stop);

} // namespace planlens::cloud::aws
