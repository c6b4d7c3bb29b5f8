// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace planlens::processes {

/// Cuts a stream into lines. A line of more than the limit comes in pieces of that size.
class LineSplitter {
public:
    static constexpr std::size_t longest = 64 * 1024;
    using Sink = std::function<void(std::string_view line)>;

    explicit LineSplitter(Sink sink) : m_sink(std::move(sink)) {}
    void add(std::string_view bytes);
    /// Tells what has no line break yet.
    void finish();

private:
    Sink m_sink;
    std::string m_pending;
};

} // namespace planlens::processes
