// SPDX-License-Identifier: MPL-2.0
#include "core/system/threads/thread_reserve.h"

#include <condition_variable>
#include <dlfcn.h>
#include <mutex>
#include <pthread.h>

namespace planlens::system {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool replacesCreation = false;
#else
constexpr bool replacesCreation = true;
#endif

using Work = void* (*)(void*);
using CreateThread = int(pthread_t*, const pthread_attr_t*, Work, void*);

/// The work that waits for a reserve thread. Never destroyed, because the threads use it until the process ends.
struct Reserve {
    std::mutex mutex;
    std::condition_variable changed;
    unsigned waiting = 0; // threads
    // The next work, until a thread has taken it and has set `taken`:
    Work work = nullptr;
    void* argument = nullptr;
    pthread_t taker{};
    bool isTaken = false;
};

Reserve& reserve() {
    static auto* const threads = new Reserve;
    return *threads;
}

thread_local int withoutReserve = 0;

CreateThread* systemCreateThread() {
    static auto* const create = reinterpret_cast<CreateThread*>(::dlsym(RTLD_NEXT, "pthread_create"));
    return create;
}

/// A reserve thread runs one work function and then ends.
void* waitAndRun(void* started) {
    Reserve& threads = *static_cast<Reserve*>(started);
    std::unique_lock lock(threads.mutex);
    threads.changed.wait(lock, [&threads] { return threads.work && !threads.isTaken; });
    const Work work = threads.work;
    void* const argument = threads.argument;
    threads.taker = ::pthread_self();
    threads.isTaken = true;
    threads.changed.notify_all();
    lock.unlock();
    return work(argument);
}

/// Passes the work to a waiting thread. Returns false if there is none.
bool runOnReserve(pthread_t* thread, Work work, void* argument) {
    Reserve& threads = reserve();
    std::unique_lock lock(threads.mutex);
    threads.changed.wait(lock, [&threads] { return !threads.work; }); // until the previous work is taken
    if (threads.waiting == 0)
        return false;
    --threads.waiting;
    threads.work = work;
    threads.argument = argument;
    threads.isTaken = false;
    threads.changed.notify_all();
    threads.changed.wait(lock, [&threads] { return threads.isTaken; });
    *thread = threads.taker;
    threads.work = nullptr;
    threads.changed.notify_all();
    return true;
}

bool addThread() {
    constexpr std::size_t stackSize = 1 << 20; // bytes; enough for the threads of libraries
    Reserve& threads = reserve();
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, stackSize);
    pthread_t thread{};
    const int error = systemCreateThread()(&thread, &attributes, waitAndRun, &threads);
    ::pthread_attr_destroy(&attributes);
    return error == 0;
}

} // namespace

bool keepThreadsInReserve(unsigned count) {
    if (!replacesCreation)
        return true;
    Reserve& threads = reserve();
    const std::lock_guard lock(threads.mutex);
    for (; threads.waiting < count; ++threads.waiting)
        if (!addThread())
            return false;
    return true;
}

WithoutReserve::WithoutReserve() {
    ++withoutReserve;
}

WithoutReserve::~WithoutReserve() {
    --withoutReserve;
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, Work work, void* argument) noexcept {
    const int error = systemCreateThread()(thread, attributes, work, argument);
    if (error == 0 || withoutReserve > 0 || !runOnReserve(thread, work, argument))
        return error;
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes && ::pthread_attr_getdetachstate(attributes, &state) == 0 && state == PTHREAD_CREATE_DETACHED)
        ::pthread_detach(*thread);
    return 0;
}
#endif

} // namespace planlens::system
