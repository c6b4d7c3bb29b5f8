// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace planlens::system {

/// Splits a stream into lines. Lines longer than the limit are passed on in pieces of that size.
class LineSplitter {
public:
    static constexpr std::size_t longest = 64 * 1024;
    using Sink = std::function<void(std::string_view line)>;

    explicit LineSplitter(Sink sink)
        : m_sink(std::move(sink)) {}
    void add(std::string_view bytes);
    /// Passes on a last line without a line break.
    void finish();

private:
    Sink m_sink;
    std::string m_pending;
};

} // namespace planlens::system
