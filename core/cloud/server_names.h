// SPDX-License-Identifier: MPL-2.0
#pragma once

struct x509_st; // X509 of OpenSSL

namespace planlens::cloud {

/// The error for a certificate of a server that only has a common name, and after an empty line what to do.
inline constexpr auto noNamesProblem =
    "the certificate of the server has no subject alternative name, only a common name, which is ignored\n\nIssue "
    "the certificate again, with the name or the address of the server as an alternative name.";

/// Whether a certificate has names of servers other than its common name, which OpenTofu ignores. Compiled into each
/// library that needs it.
bool hasServerNames(const x509_st* certificate);

} // namespace planlens::cloud
