// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <thread>

/// All threads of core/ and of planlens-cli are started with these functions.
namespace planlens::system {

struct UncaughtException;

/// A thread. The destructor requests a stop and joins.
using Thread = std::jthread;

/// Starts a thread. If the system cannot create one, the result is not joinable, and the caller must do the work or
/// skip it. Uncaught exceptions of the work are passed to the handler below.
[[nodiscard]] Thread startThread(std::function<void(std::stop_token)> work);

/// Whether the system can create this many additional threads, for libraries that hang if thread creation
/// fails.
bool canStartThreads(unsigned count);

/// Returns the number of threads that can compute at the same time; at least 1.
unsigned processorCount();

/// Called with an uncaught exception, on the thread that threw it. The default is exitWithUnexpectedError().
using ExceptionHandler = void (*)(const UncaughtException& exception);
/// Sets the handler. To be called in main(), before any thread is started.
void setThreadExceptionHandler(ExceptionHandler handler);

/// For tests: while this object exists, only this many additional threads can be created.
class ThreadLimit {
public:
    explicit ThreadLimit(int count);
    ~ThreadLimit();
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;
};

} // namespace planlens::system
