// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>

namespace planlens::cloud {

/// Base64 with the alphabet of addresses, without padding.
std::string toBase64Url(std::string_view bytes);

/// The signature scheme of an RSA key: RS256 or PS256.
enum class SignatureScheme { Pkcs1, Pss };

/// A JSON Web Token: header and claims are JSON objects, the key is a PEM text of an RSA key without a passphrase. The
/// header must name the scheme. The error contains neither the key nor the claims.
diags::Expected<std::string, std::string> signedToken(std::string_view header, std::string_view claims,
                                                      const std::string& privateKey,
                                                      SignatureScheme scheme = SignatureScheme::Pkcs1);

} // namespace planlens::cloud
