// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QFuture>
#include <QFutureWatcher>
#include <QPromise>

#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace planlens::session {

enum class Urgency { Normal, AfterAllElse };

/// Runs work on one of the window's background threads, which the application awaits before it exits. Not Qt's global
/// pool, because Qt paints large areas in that pool and waits for a free thread. Threads that exist are kept; if there
/// is none and the system cannot create one, the work runs before this function returns. Thread-safe.
void startInBackground(std::function<void()> work, Urgency urgency = Urgency::Normal);

/// Lowers the priority of the calling thread, and of threads that it starts, below that of the GUI thread.
void yieldToWindow();

/// Runs a function in the background and returns the future of its result.
template <typename Work>
auto inBackground(Work work) {
    using T = std::invoke_result_t<Work&>;
    struct Task {
        QPromise<T> promise;
        Work work;
    };
    const auto task = std::make_shared<Task>(Task{{}, std::move(work)});
    task->promise.start();
    QFuture<T> future = task->promise.future();
    startInBackground([task] {
        try {
            task->promise.addResult(task->work());
        } catch (...) {
            task->promise.setException(std::current_exception());
        }
        task->promise.finish();
    });
    return future;
}

/// Returns the result of finished work in the background, or throws its exception. Without memory for either, throws
/// std::bad_alloc, while QFuture would return a result that does not exist.
template <typename T>
T takeResult(QFuture<T> finished) {
    finished.waitForFinished();
    if (finished.resultCount() == 0)
        throw std::bad_alloc();
    return finished.takeResult();
}

/// Runs a function in the background, and then another one with its result, on the thread of the receiver and never
/// before this function returns. If the work throws, its exception is thrown there instead, and reported by the
/// application; QFuture::then() would drop it. A receiver that is deleted first gets nothing.
template <typename Work, typename Function>
void inBackground(Work work, QObject* receiver, Function function) {
    using T = std::invoke_result_t<Work&>;
    auto* watcher = new QFutureWatcher<T>(receiver);
    QObject::connect(watcher, &QFutureWatcherBase::finished, receiver,
                     [watcher, function = std::move(function)]() mutable {
                         watcher->deleteLater();
                         function(takeResult(watcher->future()));
                     });
    watcher->setFuture(inBackground(std::move(work)));
}

} // namespace planlens::session
