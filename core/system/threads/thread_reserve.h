// SPDX-License-Identifier: MPL-2.0
#pragma once

/// Threads that are started in advance, for libraries that wait forever for a thread that the system could not create.
/// If pthread_create() of this process fails, one of them takes the place of the new thread. Sanitizers have a
/// pthread_create() of their own; with them, no thread is kept.
namespace planlens::system {

/// Starts threads until this many are waiting. Returns false if the system cannot create them.
bool keepThreadsInReserve(unsigned count);

/// While this object exists, pthread_create() on this thread fails if the system cannot create a thread. For callers
/// that can do without one.
class WithoutReserve {
public:
    WithoutReserve();
    ~WithoutReserve();
    WithoutReserve(const WithoutReserve&) = delete;
    WithoutReserve& operator=(const WithoutReserve&) = delete;
};

} // namespace planlens::system
