// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/http/retry.h"

#include <chrono>
#include <filesystem>
#include <string>

namespace planlens::cloud::azure {

/// An argument that can be set as text, as a file, or both.
struct TextOrFile {
    std::string value, file;
};

/// The credentials that arguments and environment select. Texts are empty if they are not given.
struct Settings {
    std::string environment;  // "public", "usgovernment", "china" or another name of these clouds
    std::string metadataHost; // describes the cloud, instead of the environment
    std::string tenant, subscription;
    TextOrFile clientId, clientSecret;

    struct Certificate {
        TextOrFile pfx; // the value is in Base64
        std::string password;
    } certificate;

    struct OpenIdConnect {
        bool isEnabled = false;
        TextOrFile token;
        std::string requestUrl, requestToken; // of the service that issues identity tokens
        std::string serviceConnection;        // of Azure DevOps
    } oidc;

    bool usesManagedIdentity = false;
    bool usesWorkloadIdentity = false;
    bool usesCli = true;

    std::string usedBy = "backend";                                   // the object with the arguments, for messages
    std::filesystem::path directory = {};                             // to which paths are relative
    std::filesystem::path arcDirectory = "/var/opt/azcmagent/tokens"; // of the keys of Azure Arc
    std::chrono::seconds limit{300};                                  // of one request; 0: none
    http::Retries retries;
};

} // namespace planlens::cloud::azure
