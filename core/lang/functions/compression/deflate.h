// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace planlens::lang {

/// Compresses with gzip, byte for byte as the reference does: the output is stored in states, where that of another
/// compressor would appear as a change.
std::string gzip(std::string_view bytes);
/// As gzip(), without the empty block before the end by which a reader gets all bytes of a stream that is not closed.
std::string gzipUnflushed(std::string_view bytes);

struct Unzipped {
    std::string bytes;
    std::optional<std::string> error;
    bool isHeaderError = false;
};
/// Decompresses all of a stream; one that ends early is an error. More than `limit` bytes are an error too.
Unzipped gunzip(std::string_view bytes, std::size_t limit = std::string::npos);

} // namespace planlens::lang
