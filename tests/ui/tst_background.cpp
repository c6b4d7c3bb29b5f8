// SPDX-License-Identifier: MPL-2.0
#include "core/system/threads/thread.h"
#include "ui/basics/background.h"

#include <QCoreApplication>
#include <QPromise>
#include <QTest>

#include <atomic>
#include <new>
#include <stdexcept>
#include <thread>

using namespace planlens;

/// Work on the background threads of the window.
class TestBackground final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Before any other, because threads that exist are kept.
    void runsAtOnceIfThereIsNoThread() {
        const system::ThreadLimit none(0);
        const QFuture<std::thread::id> thread = session::inBackground([] { return std::this_thread::get_id(); });
        QVERIFY(thread.isFinished());
        QVERIFY(thread.result() == std::this_thread::get_id());
    }

    void runsOnAnotherThread() {
        QVERIFY(session::inBackground([] { return std::this_thread::get_id(); }).result() !=
                std::this_thread::get_id());
    }

    void runsWithTheThreadsThatExist() {
        const system::ThreadLimit none(0);
        QVERIFY(session::inBackground([] { return std::this_thread::get_id(); }).result() !=
                std::this_thread::get_id());
    }

    void passesExceptions() {
        const QFuture<int> failed = session::inBackground([]() -> int { throw std::runtime_error("broken"); });
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, (void)failed.result());
    }

    /// As if there were no memory for the exception either.
    void throwsWithoutAResult() {
        QPromise<int> promise;
        promise.start();
        QFuture<int> future = promise.future();
        { const QPromise<int> gone = std::move(promise); }
        QVERIFY(future.isFinished());
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, (void)session::takeResult(future));
    }

    void runsAllWork() {
        constexpr int count = 10000;
        std::atomic<int> done = 0;
        for (int i = 0; i < count; ++i)
            session::startInBackground([&done] { ++done; },
                                       i % 2 == 0 ? session::Urgency::Normal : session::Urgency::AfterAllElse);
        QTRY_COMPARE(done.load(), count);
    }
};

QTEST_GUILESS_MAIN(TestBackground)
#include "tst_background.moc"
