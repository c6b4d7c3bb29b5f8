// SPDX-License-Identifier: MPL-2.0
#include "core/system/background_task.h"
#include "core/system/threads/slow_notice.h"
#include "core/system/threads/thread_reserve.h"
#include "core/system/unexpected_error.h"

#include <QTest>

#include <atomic>
#include <pthread.h>
#include <stdexcept>
#include <string>

using namespace planlens::system;

namespace {

std::atomic<int> reported = 0;
std::string reportedText;

/// Creates a thread with a stack that is larger than the address space. Returns an errno.
int createImpossibleThread(pthread_t& thread, std::atomic<int>& count, int detachState) {
    constexpr std::size_t stackSize = std::size_t{1} << 60U;
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, stackSize);
    ::pthread_attr_setdetachstate(&attributes, detachState);
    const int error = ::pthread_create(
        &thread, &attributes,
        [](void* counted) -> void* {
            ++*static_cast<std::atomic<int>*>(counted);
            return counted;
        },
        &count);
    ::pthread_attr_destroy(&attributes);
    return error;
}

} // namespace

/// Threads, and work that runs without them when none can be created.
class TestThread : public QObject {
    Q_OBJECT
private slots:
    void startsAsManyThreadsAsAllowed_data() {
        QTest::addColumn<int>("limit");
        for (const int limit : {0, 1, 3})
            QTest::addRow("%d", limit) << limit;
    }
    void startsAsManyThreadsAsAllowed() {
        QFETCH(int, limit);
        const ThreadLimit threads(limit);
        std::atomic<int> ran = 0;
        {
            std::vector<Thread> started;
            for (int i = 0; i < 5; ++i)
                started.push_back(startThread([&ran](const std::stop_token&) { ++ran; }));
            for (int i = 0; i < 5; ++i)
                QCOMPARE(started[static_cast<std::size_t>(i)].joinable(), i < limit);
        }
        QCOMPARE(ran.load(), limit);
    }

    void findsOutWhetherThreadsCanBeStarted_data() {
        QTest::addColumn<int>("limit");
        QTest::addColumn<bool>("isPossible");
        QTest::newRow("none") << 0 << false;
        QTest::newRow("too few") << 4 << false;
        QTest::newRow("just enough") << 5 << true;
        QTest::newRow("more") << 9 << true;
    }
    void findsOutWhetherThreadsCanBeStarted() {
        QFETCH(int, limit);
        const ThreadLimit threads(limit);
        QTEST(canStartThreads(5), "isPossible");
    }

    /// Libraries that wait for a thread that could not be created would wait forever.
    void reserveReplacesThreadsThatCannotBeCreated() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("sanitizers have a pthread_create() of their own");
#endif
        std::atomic<int> count = 0;
        pthread_t thread{};
        QCOMPARE(createImpossibleThread(thread, count, PTHREAD_CREATE_JOINABLE), EAGAIN);
        QVERIFY(keepThreadsInReserve(2));
        {
            const WithoutReserve callerCanDoWithout;
            QCOMPARE(createImpossibleThread(thread, count, PTHREAD_CREATE_JOINABLE), EAGAIN);
        }
        QCOMPARE(createImpossibleThread(thread, count, PTHREAD_CREATE_JOINABLE), 0);
        void* result = nullptr;
        QCOMPARE(::pthread_join(thread, &result), 0);
        QCOMPARE(result, static_cast<void*>(&count));
        QCOMPARE(createImpossibleThread(thread, count, PTHREAD_CREATE_DETACHED), 0);
        QTRY_COMPARE(count.load(), 2);
        QCOMPARE(createImpossibleThread(thread, count, PTHREAD_CREATE_JOINABLE), EAGAIN);
        QVERIFY(keepThreadsInReserve(1));
        QCOMPARE(createImpossibleThread(thread, count, PTHREAD_CREATE_JOINABLE), 0);
        QCOMPARE(::pthread_join(thread, nullptr), 0);
        QCOMPARE(count.load(), 3);
    }

    void stopsThreadWhenDestroyed() {
        std::atomic<bool> wasStopped = false;
        startThread([&](const std::stop_token& stop) {
            while (!stop.stop_requested())
                std::this_thread::yield();
            wasStopped = true;
        }) = Thread();
        QVERIFY(wasStopped);
    }

    void runsWorkWithoutThread_data() {
        QTest::addColumn<int>("limit");
        QTest::newRow("on a thread") << 1;
        QTest::newRow("inline") << 0;
    }
    void runsWorkWithoutThread() {
        QFETCH(int, limit);
        const ThreadLimit threads(limit);
        std::thread::id ranOn;
        BackgroundTask<std::string> task = runInBackground([&] {
            ranOn = std::this_thread::get_id();
            return std::string("result");
        });
        QVERIFY(task.isValid());
        QCOMPARE(task.get(), std::string("result"));
        QCOMPARE(ranOn == std::this_thread::get_id(), limit == 0);
        QVERIFY(!BackgroundTask<int>().isValid());
    }

    void waitsForWorkWhenDestroyed() {
        std::atomic<bool> isDone = false;
        {
            const BackgroundTask<void> task = runInBackground([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
                isDone = true;
            });
        }
        QVERIFY(isDone);
    }

    void passesOnExceptions_data() {
        runsWorkWithoutThread_data();
    }
    void passesOnExceptions() {
        QFETCH(int, limit);
        const ThreadLimit threads(limit);
        BackgroundTask<void> task = runInBackground([] { throw std::runtime_error("broken"); });
        QVERIFY_EXCEPTION_THROWN(task.get(), std::runtime_error);
    }

    void slowNoticeIsCalledOnce() {
        std::atomic<int> calls = 0;
        {
            const SlowNotice notice(std::chrono::milliseconds(1), [&calls] { ++calls; });
            while (calls == 0)
                std::this_thread::yield();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        QCOMPARE(calls.load(), 1);
    }

    void slowNoticeReportsTheEndOfItsObject() {
        std::atomic<int> calls = 0;
        int ends = 0;
        {
            const SlowNotice notice(
                std::chrono::milliseconds(1), [&calls] { ++calls; }, [&ends] { ++ends; });
            while (calls == 0)
                std::this_thread::yield();
            QCOMPARE(ends, 0);
        }
        QCOMPARE(ends, 1);
    }

    void slowNoticeEndsWithItsObject() {
        std::atomic<int> calls = 0;
        {
            const SlowNotice notice(
                std::chrono::hours(1), [&calls] { ++calls; }, [&calls] { ++calls; });
        }
        QCOMPARE(calls.load(), 0);
        { const SlowNotice notice(std::chrono::milliseconds(0), {}); }
    }

    void reportsExceptionOfThread_data() {
        QTest::addColumn<bool>("isStandard");
        QTest::newRow("standard") << true;
        QTest::newRow("other") << false;
    }
    void reportsExceptionOfThread() {
        QFETCH(bool, isStandard);
        reported = 0;
        setThreadExceptionHandler([](const UncaughtException& exception) {
            reportedText = exception.what;
            ++reported;
        });
        startThread([isStandard](const std::stop_token&) {
            if (isStandard)
                throw std::runtime_error("broken");
            throw 5;
        }).join();
        setThreadExceptionHandler(&exitWithUnexpectedError);
        QCOMPARE(reported.load(), 1);
        QCOMPARE(reportedText, std::string(isStandard ? "broken" : "unknown exception"));
    }
};

QTEST_APPLESS_MAIN(TestThread)
#include "tst_thread.moc"
