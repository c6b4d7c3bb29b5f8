// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>
#include <vector>

/// Shorthands of remote module sources.
namespace planlens::addrs {

std::vector<std::string> splitPath(std::string_view path);

struct PackageAndSubdirectory {
    std::string package;      // including the query
    std::string subdirectory; // normalized, or empty
};
/// Splits `//subdirectory` from a source, ignoring the `//` of a URL's scheme.
PackageAndSubdirectory splitSubdirectory(std::string_view source);

/// Expands the shorthands of a source: GitHub, Git over SSH, Google Cloud Storage, S3, absolute directories. A source
/// with a scheme is returned unchanged.
diags::Expected<std::string, std::string> detectRemoteSource(std::string_view source);

} // namespace planlens::addrs
