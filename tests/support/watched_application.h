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

namespace planlens {

/// Processor time of the calling thread. What else the machine does is not in it.
inline double threadMilliseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// Measures every event of the window's thread from its delivery to the end of all that follows from it, and what lies between two
/// beats of a timer, which is more where events follow each other closely: until then the window answers nothing.
class WatchedApplication final : public QApplication {
public:
    struct Turn {
        double computed = 0; // processor time of this thread, milliseconds
        double took = 0;     // by the clock, milliseconds
        QString what;
    };
    struct Step {
        QString name;
        Turn longest;    // by what it computed
        double computed = 0, gap = 0; // the most between two beats: processor time, and by the clock
        qint64 took = 0;
    };

    WatchedApplication(int& count, char** words) : QApplication(count, words) {
        m_beat.setTimerType(Qt::PreciseTimer);
        connect(&m_beat, &QTimer::timeout, this, [this] { takeBeat(); });
        m_beat.start(5);
        m_sinceBeat.start();
    }

    bool notify(QObject* receiver, QEvent* event) override {
        if (QThread::currentThread() != thread() || m_isInTurn)
            return QApplication::notify(receiver, event);
        // Whoever receives it may be gone afterwards.
        const QMetaObject* kind = receiver->metaObject();
        const QString name = receiver->objectName();
        const int type = event->type();
        bool result = false;
        measure([&] { result = QApplication::notify(receiver, event); },
                [&] { return QStringLiteral("%1 of %2 %3").arg(QString::fromLatin1(QMetaEnum::fromType<QEvent::Type>().valueToKey(type)), QString::fromLatin1(kind->className()), name); });
        return result;
    }

    /// Something that happens without an event of its own, as where a test calls a window.
    template <typename Work> void turn(const QString& what, Work work) {
        measure(work, [&] { return what; });
    }

    /// Ends a step, if there is one, and begins another.
    void begin(const QString& name) {
        end();
        m_steps.push_back({name, {}, 0, 0, 0});
        m_clock.start();
        m_sinceBeat.start();
        m_beatComputed = threadMilliseconds();
    }
    void end() {
        if (m_steps.empty() || m_steps.back().took > 0)
            return;
        takeBeat();
        Step& step = m_steps.back();
        step.took = std::max<qint64>(m_clock.elapsed(), 1);
        std::printf("%-20s longest gap %6.1f ms (%5.1f ms computing), longest event %6.1f ms (%5.1f ms computing: %s), took %6lld ms\n", qPrintable(step.name),
                    step.gap, step.computed, step.longest.took, step.longest.computed, qPrintable(step.longest.what), static_cast<long long>(step.took));
        std::fflush(stdout);
    }
    const std::vector<Step>& steps() const { return m_steps; }

private:
    void takeBeat() {
        const double gap = double(m_sinceBeat.nsecsElapsed()) / 1e6;
        m_sinceBeat.restart();
        const double now = threadMilliseconds();
        const double computed = now - std::exchange(m_beatComputed, now);
        if (m_steps.empty() || m_steps.back().took > 0)
            return;
        Step& step = m_steps.back();
        step.gap = std::max(step.gap, gap);
        step.computed = std::max(step.computed, computed);
    }

    template <typename Work, typename Name> void measure(Work work, Name name) {
        const bool isOutermost = !std::exchange(m_isInTurn, true);
        QElapsedTimer clock;
        clock.start();
        const double before = threadMilliseconds();
        work();
        if (!isOutermost)
            return;
        m_isInTurn = false;
        const double computed = threadMilliseconds() - before;
        const double took = double(clock.nsecsElapsed()) / 1e6;
        if (m_steps.empty() || m_steps.back().took > 0)
            return;
        Step& step = m_steps.back();
        if (computed > step.longest.computed)
            step.longest = {computed, took, name()};
    }

    std::vector<Step> m_steps;
    QTimer m_beat;
    QElapsedTimer m_clock, m_sinceBeat;
    double m_beatComputed = 0;
    bool m_isInTurn = false;
};

} // namespace planlens
