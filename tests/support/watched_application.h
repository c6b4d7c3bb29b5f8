// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QMetaEnum>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace planlens {

/// The times of the calling thread until now, in milliseconds.
struct ThreadTimes {
    double computed = 0; // processor time, which excludes other processes
    double delayed = 0;  // ready to run but not running; zero if the system does not report it
};

inline ThreadTimes threadTimes() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    static const int schedule =
        open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC); // of the thread that calls first, the GUI thread
    char text[96] = "";
    long long computed = 0, delayed = 0;
    if (pread(schedule, text, sizeof text - 1, 0) > 0)
        std::sscanf(text, "%lld %lld", &computed, &delayed);
    return {double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6, double(delayed) / 1e6};
}

/// Measures every event of the GUI thread, from its delivery until all work that follows directly is done, and the time
/// between two beats of a timer, which is longer if events follow each other closely: until the next beat the window
/// does not respond.
class WatchedApplication final : public QApplication {
public:
    struct Measurement {
        double took = 0; // wall time in milliseconds
        ThreadTimes times;
        QString what;
        /// Returns the time spent waiting for something other than a processor: another thread, or the disk.
        double waited() const { return took - times.computed - times.delayed; }
    };
    struct Step {
        QString name;
        Measurement longest;     // by processor time
        Measurement mostWaiting; // for something other than a processor
        Measurement gap;         // the longest between two beats, by wall time
        double computed = 0;     // the most between two beats
        qint64 took = 0;
    };

    WatchedApplication(int& count, char** words)
        : QApplication(count, words) {
        m_beats.setTimerType(Qt::PreciseTimer);
        connect(&m_beats, &QTimer::timeout, this, [this] { takeBeat(); });
        m_beats.start(5);
        m_sinceBeat.start();
    }

    bool notify(QObject* receiver, QEvent* event) override {
        if (QThread::currentThread() != thread() || m_isMeasuring)
            return QApplication::notify(receiver, event);
        // The receiver may be deleted by the event.
        const QMetaObject* kind = receiver->metaObject();
        const QString name = receiver->objectName();
        const int type = event->type();
        bool result = false;
        measure([&] { result = QApplication::notify(receiver, event); },
                [&] {
                    return QStringLiteral("%1 of %2 %3")
                        .arg(QString::fromLatin1(QMetaEnum::fromType<QEvent::Type>().valueToKey(type)),
                             QString::fromLatin1(kind->className()), name);
                });
        return result;
    }

    /// Measures work without an event, for example a call by a test.
    template <typename Work>
    void measureWork(const QString& what, Work work) {
        measure(work, [&] { return what; });
    }

    /// Ends the current step, if any, and begins another one.
    void begin(const QString& name) {
        end();
        m_steps.push_back({name, {}, {}, {}, 0, 0});
        m_clock.start();
        m_sinceBeat.start();
        m_beat = threadTimes();
    }
    void end() {
        if (m_steps.empty() || m_steps.back().took > 0)
            return;
        takeBeat();
        Step& step = m_steps.back();
        step.took = std::max<qint64>(m_clock.elapsed(), 1);
        std::printf("%-20s longest gap %6.1f ms (%5.1f computing, %5.1f for a processor, %s), longest event %6.1f ms "
                    "(%5.1f computing: %s), longest wait %6.1f ms (%s), took %6lld ms\n",
                    qPrintable(step.name), step.gap.took, step.gap.times.computed, step.gap.times.delayed,
                    qPrintable(step.gap.what), step.longest.took, step.longest.times.computed,
                    qPrintable(step.longest.what), step.mostWaiting.waited(), qPrintable(step.mostWaiting.what),
                    static_cast<long long>(step.took));
        std::fflush(stdout);
    }
    const std::vector<Step>& steps() const { return m_steps; }

private:
    void takeBeat() {
        const Measurement beat = ended(m_sinceBeat, m_beat, {});
        m_sinceBeat.restart();
        m_beat = threadTimes();
        if (m_steps.empty() || m_steps.back().took > 0)
            return;
        Step& step = m_steps.back();
        if (beat.took > step.gap.took) {
            step.gap = beat;
            step.gap.what = QStringLiteral("until %1 ms").arg(m_clock.elapsed());
        }
        step.computed = std::max(step.computed, beat.times.computed);
    }

    static Measurement ended(const QElapsedTimer& clock, const ThreadTimes& begun, const QString& what) {
        const ThreadTimes now = threadTimes();
        return {double(clock.nsecsElapsed()) / 1e6, {now.computed - begun.computed, now.delayed - begun.delayed}, what};
    }

    template <typename Work, typename Name>
    void measure(Work work, Name name) {
        const bool isOutermost = !std::exchange(m_isMeasuring, true);
        QElapsedTimer clock;
        clock.start();
        const ThreadTimes before = threadTimes();
        work();
        if (!isOutermost)
            return;
        m_isMeasuring = false;
        Measurement measured = ended(clock, before, {});
        if (m_steps.empty() || m_steps.back().took > 0)
            return;
        Step& step = m_steps.back();
        const bool isLongest = measured.times.computed > step.longest.times.computed,
                   waitsMost = measured.waited() > step.mostWaiting.waited();
        if (!isLongest && !waitsMost)
            return;
        measured.what = name();
        if (isLongest)
            step.longest = measured;
        if (waitsMost)
            step.mostWaiting = measured;
    }

    std::vector<Step> m_steps;
    QTimer m_beats;
    QElapsedTimer m_clock, m_sinceBeat;
    ThreadTimes m_beat;
    bool m_isMeasuring = false;
};

} // namespace planlens
