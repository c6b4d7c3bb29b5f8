// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cerrno>

namespace planlens::system {

/// Repeats a system call that a signal has interrupted. Signals do not interrupt one call so often: a file system that
/// reports nothing else is broken, and its error is reported.
template <typename Call>
auto repeatInterrupted(Call call) {
    constexpr int mostRepetitions = 1000;
    auto result = call();
    for (int i = 0; result < 0 && errno == EINTR && i < mostRepetitions; ++i)
        result = call();
    return result;
}

} // namespace planlens::system
