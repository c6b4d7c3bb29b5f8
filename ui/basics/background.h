// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QtConcurrentRun>

#include <utility>

namespace planlens::session {

/// Returns the thread pool for long work of the window. Not Qt's global pool, because Qt paints large areas in that
/// pool and waits for a free thread. The application waits for running work before it exits.
QThreadPool& backgroundPool();

/// Lowers the priority of the calling thread, and of threads that it starts, below that of the GUI thread.
void yieldToWindow();

/// Runs a function in the background and returns the future of its result.
template <typename Work>
auto inBackground(Work work) {
    return QtConcurrent::run(&backgroundPool(), [work = std::move(work)]() mutable {
        yieldToWindow();
        return work();
    });
}

} // namespace planlens::session
