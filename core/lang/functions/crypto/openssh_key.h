// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <memory>
#include <string>

struct evp_pkey_st;

namespace planlens::lang {

using KeyPtr = std::unique_ptr<evp_pkey_st, void (*)(evp_pkey_st*)>;

/// Reads an RSA key from an "OPENSSH PRIVATE KEY" block. Returns null if there is none, with the problem if known.
KeyPtr readOpenSshKey(const std::string& data, std::string& problem);

} // namespace planlens::lang
