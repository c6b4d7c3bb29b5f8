// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/google/token.h"
#include "core/cloud/http/retry.h"

#include <string>
#include <vector>

namespace planlens::cloud::google {

/// The addresses of the services that issue tokens.
struct TokenServices {
    std::string oauth = "https://oauth2.googleapis.com/token";
    std::string sts = "https://sts.googleapis.com/v1/token";
    std::string iam = "https://iamcredentials.googleapis.com";
};

/// The purpose of the tokens, and its name in messages.
struct Purpose {
    std::string scopes = storageScopes;
    std::string scopeOfAccount = "https://www.googleapis.com/auth/devstorage.read_write"; // if it is impersonated
    std::string usedBy = "backend";                                   // the object with the arguments, for messages
    std::string failedCall = "storage.NewClient() failed: dialing: "; // of the reference, without credentials
    std::vector<const char*> credentialVariables{"GOOGLE_BACKEND_CREDENTIALS", "GOOGLE_CREDENTIALS"};
};

/// The credentials that arguments and environment select, with the defaults filled in.
struct Settings {
    Purpose purpose;
    std::string accessToken;       // empty: none
    std::string credentials;       // JSON; empty: the default credentials of applications
    std::string credentialsSource; // for messages: the argument or variable that gave the token or the JSON
    std::string impersonated;      // the service account whose token is used; empty: that of the credentials
    std::vector<std::string> delegates;
    std::string universe = "googleapis.com"; // the domain of the services
    bool isAnonymous = false;                // the service is an emulator
    TokenServices services;
    http::Retries retries;
};

} // namespace planlens::cloud::google
