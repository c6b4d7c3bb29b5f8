// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

/// Certificate authorities. All texts are PEM.
namespace planlens::cloud {

/// Returns the certificates in a text that can be parsed. TLS libraries reject the whole text if one cannot.
std::string readableCertificates(std::string_view text);

/// SSL_CERT_FILE, or the file in which the system has its authorities; empty if there is none.
std::string authorityFile();

/// The authorities if SSL_CERT_FILE or SSL_CERT_DIR is set; otherwise empty. As in OpenTofu, a file takes the place of
/// the file of the system, and folders take the place of its folder, so that those of the system are only left out if
/// both are set.
std::string authoritiesOfEnvironment();

} // namespace planlens::cloud
