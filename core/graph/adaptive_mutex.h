// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <pthread.h>

namespace planlens::graph {

/// A mutex for sections of about a microsecond that all workers of a walk enter for each object. A waiting thread spins
/// briefly before it sleeps, because sleeping and waking take longer than the section (glibc's adaptive kind). Lockable
/// like std::mutex; must be unlocked when destroyed.
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
