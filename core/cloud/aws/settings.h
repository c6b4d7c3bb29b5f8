// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/aws/endpoints.h"
#include "core/cloud/aws/profiles.h"
#include "core/cloud/aws/role.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace planlens::cloud::aws {

struct WebIdentity {
    Role role;
    std::string token, tokenFile; // one of them
};

/// The metadata service of EC2, as arguments and environment say.
struct MetadataSettings {
    std::string endpoint, mode;         // empty: those of the profile, or the defaults
    std::optional<bool> isEnabled = {}; // not set: AWS_EC2_METADATA_DISABLED decides
};

/// The settings of a session, with the defaults filled in.
struct Settings {
    std::string region;
    std::map<Service, std::string> endpoints; // those that differ from the defaults
    std::string stsRegion;                    // empty: the region
    Variants variants;
    Transport transport;

    std::string usedBy = "backend \"s3\""; // the object with the arguments, for messages; empty: there are no arguments
    std::string documentation = "https://opentofu.org/docs/language/settings/backends/s3";

    Credentials given;   // of the arguments
    std::string profile; // of the arguments; empty: that of the environment
    ProfileFiles files;
    std::optional<Role> role; // assumed with the credentials that were found
    std::optional<WebIdentity> webIdentity;
    MetadataSettings metadata;

    bool skipsValidation = false, skipsAccountId = false;
    std::vector<std::string> allowedAccounts, forbiddenAccounts;
};

} // namespace planlens::cloud::aws
