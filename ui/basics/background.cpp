// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/background.h"

#include "core/system/threads/thread.h"

#include <QCoreApplication>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace planlens::session {

namespace {

/// Threads that run queued work. Not QThreadPool, which loses work if the system cannot create a thread for it.
class Pool {
public:
    void start(std::function<void()> work, Urgency urgency);
    /// Ends the threads after all work.
    void finish();

private:
    void run(const std::stop_token& stop);
    bool isEmpty() const { return m_work.empty() && m_last.empty(); }
    std::function<void()> take();

    std::mutex m_mutex; // protects all members
    std::condition_variable_any m_changed;
    std::deque<std::function<void()>> m_work, m_last;
    std::size_t m_idle = 0;    // threads that wait for work
    std::size_t m_running = 0; // threads, also idle ones
    std::vector<system::Thread> m_threads;
};

void Pool::start(std::function<void()> work, Urgency urgency) {
    std::unique_lock lock(m_mutex);
    (urgency == Urgency::Normal ? m_work : m_last).push_back(std::move(work));
    if (m_idle < m_work.size() + m_last.size() && m_running < system::processorCount()) {
        m_threads.reserve(m_threads.size() + 1); // throws before there is a thread that needs the lock to end
        system::Thread thread = system::startThread([this](const std::stop_token& stop) { run(stop); });
        if (thread.joinable()) {
            ++m_running;
            m_threads.push_back(std::move(thread));
        }
    }
    if (m_running > 0)
        return m_changed.notify_one();
    const std::function<void()> inlineWork = take();
    lock.unlock();
    inlineWork();
}

std::function<void()> Pool::take() {
    auto& queue = m_work.empty() ? m_last : m_work;
    std::function<void()> work = std::move(queue.front());
    queue.pop_front();
    return work;
}

void Pool::run(const std::stop_token& stop) {
    yieldToWindow();
    std::unique_lock lock(m_mutex);
    try {
        while (true) {
            ++m_idle;
            m_changed.wait(lock, stop, [this] { return !isEmpty(); });
            --m_idle;
            if (isEmpty())
                break;
            std::function<void()> work = take();
            lock.unlock();
            work();
            work = nullptr; // frees what it holds before the next one
            lock.lock();
        }
    } catch (...) {
        if (!lock)
            lock.lock();
        --m_running;
        throw;
    }
    --m_running;
}

void Pool::finish() {
    std::vector<system::Thread> threads; // joined without the lock
    const std::lock_guard lock(m_mutex);
    threads.swap(m_threads);
}

Pool& pool() {
    static Pool threads;
    [[maybe_unused]] static const bool isAwaited = [] {
        qAddPostRoutine([] { threads.finish(); });
        return true;
    }();
    return threads;
}

} // namespace

void startInBackground(std::function<void()> work, Urgency urgency) {
    pool().start(std::move(work), urgency);
}

void yieldToWindow() {
#ifdef Q_OS_LINUX
    // The default Linux scheduler ignores QThread's priorities. setpriority() takes a thread id; 0 is the calling
    // thread. The process id is the id of the main thread, which is the GUI thread.
    constexpr int slightlyNicer = 5;
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, id_t(getpid())) + slightlyNicer);
#endif
}

} // namespace planlens::session
