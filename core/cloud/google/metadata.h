// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/google/token.h"

#include <stop_token>
#include <string>

/// The metadata server of machines and containers of Google Cloud.
namespace planlens::cloud::google {

/// Whether there is a metadata server: GCE_METADATA_HOST names it, or one responds at the default address.
/// NO_GCE_CHECK=true prevents the request.
bool hasMetadataServer(const std::stop_token& stop);

/// A token of the service account of the machine. Scopes are separated by spaces.
FoundToken tokenOfMachine(std::string scopes, const std::stop_token& stop);

} // namespace planlens::cloud::google
