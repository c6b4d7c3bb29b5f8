// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

/// The authorities whose certificates are accepted. Texts are in the format PEM.
namespace planlens::cloud {

/// The certificates of a text that can be read. A library would refuse all because of one that cannot.
std::string readableCertificates(std::string_view text);

/// SSL_CERT_FILE, or the file in which the system has its authorities; empty if there is none.
std::string authorityFile();

/// The authorities if SSL_CERT_FILE or SSL_CERT_DIR is set; otherwise empty. As in OpenTofu, a file takes the place of
/// the file of the system, and folders take the place of its folder, so that those of the system are only left out if
/// both are set.
std::string authoritiesOfEnvironment();

} // namespace planlens::cloud
