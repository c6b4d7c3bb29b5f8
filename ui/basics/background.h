// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QtConcurrentRun>

#include <utility>

namespace planlens::session {

/// Where the window's long work is done. Not in Qt's global pool: Qt paints large areas in that, and waits until a
/// place is free. The application waits for what is under way before it ends.
QThreadPool& backgroundPool();

/// From now on the calling thread, and those it starts, take what the window leaves of the processors.
void yieldToWindow();

/// Does something in the background and answers what came of it.
template <typename Work>
auto inBackground(Work work) {
    return QtConcurrent::run(&backgroundPool(), [work = std::move(work)]() mutable {
        yieldToWindow();
        return work();
    });
}

} // namespace planlens::session
