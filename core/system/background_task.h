// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/threads/thread.h"

#include <future>
#include <memory>
#include <type_traits>
#include <utility>

namespace planlens::system {

/// Work on a separate thread, and its result. The destructor waits for the work.
template <typename T>
class BackgroundTask {
public:
    /// A task without work; isValid() is false.
    BackgroundTask() = default;
    bool isValid() const { return m_result.valid(); }
    /// Waits for the work, then returns its result or rethrows its exception. Can be called once.
    T get() { return m_result.get(); }

private:
    template <typename Work>
    friend auto runInBackground(Work work);
    BackgroundTask(std::future<T> result, Thread thread)
        : m_result(std::move(result))
        , m_thread(std::move(thread)) {}

    std::future<T> m_result;
    Thread m_thread;
};

/// Starts work in the background. If no thread can be created, the work runs before this function returns. The work
/// must therefore not wait for the caller.
template <typename Work>
auto runInBackground(Work work) {
    using T = std::invoke_result_t<Work&>;
    const auto task = std::make_shared<std::packaged_task<T()>>(std::move(work));
    std::future<T> result = task->get_future();
    Thread thread = startThread([task](const std::stop_token&) { (*task)(); });
    if (!thread.joinable())
        (*task)();
    return BackgroundTask<T>(std::move(result), std::move(thread));
}

} // namespace planlens::system
