// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>

namespace planlens::cloud {

/// Base64 with the alphabet of addresses, without padding.
std::string toBase64Url(std::string_view bytes);

/// A JSON Web Token that is signed with RS256: header and claims are JSON objects, the key is a PEM text of an RSA key
/// without a passphrase. The error contains neither the key nor the claims.
diags::Expected<std::string, std::string> signedToken(std::string_view header, std::string_view claims,
                                                      const std::string& privateKey);

} // namespace planlens::cloud
