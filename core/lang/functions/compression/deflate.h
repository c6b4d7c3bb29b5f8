// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace planlens::lang {

/// gzip of some bytes, byte for byte as the reference writes it: people have it in their state, where another
/// compressor's equally good result would show as a change.
std::string gzip(std::string_view bytes);

struct Unzipped {
    std::string bytes;
    std::optional<std::string> error;
    bool isHeaderError = false;
};
Unzipped gunzip(std::string_view bytes);

} // namespace planlens::lang
