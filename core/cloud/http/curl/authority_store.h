// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <memory>
#include <string>

struct x509_store_st; // X509_STORE of OpenSSL

namespace planlens::cloud::http {

using AuthorityStore = std::shared_ptr<x509_store_st>;

/// The certificates of a PEM text, each of which is accepted as an authority. Keeps those of the last text: reading
/// those of a system takes longer than a request. Null if memory is exhausted. May be called by any thread.
AuthorityStore authorityStore(const std::string& text);

} // namespace planlens::cloud::http
