// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <string_view>
#include <thread>

/// All threads of core/ and of planlens-cli are started here.
namespace planlens::system {

/// A thread. Its destructor requests a stop and waits for the end.
using Thread = std::jthread;

/// Starts a thread. If the system cannot create one, the result is not joinable: the caller does the work itself, or
/// without it. An exception that leaves the work goes to the handler below.
[[nodiscard]] Thread startThread(std::function<void(std::stop_token)> work);

/// Whether the system can create this many threads beside those that there are, for libraries that hang if they get no
/// thread.
bool canStartThreads(unsigned count);

/// How many threads can compute at the same time; at least 1.
unsigned processorCount();

/// Is called with the text of an exception that left a thread, on that thread. By default this is
/// exitWithUnexpectedError().
using ExceptionHandler = void (*)(std::string_view what);
/// For main(), before there are threads.
void setThreadExceptionHandler(ExceptionHandler handler);

/// For tests: while it exists, only this many more threads can be created.
class ThreadLimit {
public:
    explicit ThreadLimit(int count);
    ~ThreadLimit();
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;
};

} // namespace planlens::system
