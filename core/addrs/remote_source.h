// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>
#include <vector>

/// The shorthands of module sources that are fetched.
namespace planlens::addrs {

/// Path without empty, "." and (as far as they cancel out) ".." parts; "." where nothing is left.
std::string cleanPath(std::string_view path);
std::vector<std::string> splitPath(std::string_view path);

struct PackageAndSubdirectory {
    std::string package;      // with the query
    std::string subdirectory; // clean, or empty
};
/// Takes `//folder` off a source, but not the `//` of a URL's scheme.
PackageAndSubdirectory splitSubdirectory(std::string_view source);

/// The full address that a source stands for: GitHub, Git over SSH, Google Cloud Storage, S3, absolute folders. What
/// has a scheme is returned as it is.
diags::Expected<std::string, std::string> detectRemoteSource(std::string_view source);

} // namespace planlens::addrs
