// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <memory>
#include <string>

struct evp_pkey_st;

namespace planlens::lang {

using KeyPtr = std::unique_ptr<evp_pkey_st, void (*)(evp_pkey_st*)>;

/// An RSA key from the content of an "OPENSSH PRIVATE KEY" block. Null, perhaps with what is wrong, where it is none.
KeyPtr readOpenSshKey(const std::string& data, std::string& problem);

} // namespace planlens::lang
