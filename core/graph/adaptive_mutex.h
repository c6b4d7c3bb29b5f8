// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <pthread.h>

namespace planlens::graph {

/// A mutex for sections of a microsecond that all workers of a walk enter for each object: who comes second tries again
/// for a moment before it sleeps, as sleeping and being woken takes longer than the section (glibc's adaptive kind).
/// Lockable like std::mutex; destroyed unlocked.
class AdaptiveMutex {
public:
    AdaptiveMutex() = default;
    AdaptiveMutex(const AdaptiveMutex&) = delete;
    AdaptiveMutex& operator=(const AdaptiveMutex&) = delete;
    void lock() { pthread_mutex_lock(&m_mutex); }
    bool try_lock() { return pthread_mutex_trylock(&m_mutex) == 0; }
    void unlock() { pthread_mutex_unlock(&m_mutex); }

private:
    pthread_mutex_t m_mutex = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
};

} // namespace planlens::graph
