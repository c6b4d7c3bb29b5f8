// SPDX-License-Identifier: MPL-2.0
#include "core/graph/walk.h"

#include "core/system/threads/thread.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <queue>

namespace planlens::graph {

using VisitFunction = std::function<Visit(Vertex, WorkContext&)>;

namespace {

/// Lists of vertices that share one array of links, so that adding allocates nothing. A vertex is in one list at a
/// time.
class VertexLinks {
public:
    explicit VertexLinks(std::size_t count)
        : m_next(count) {}

    struct List {
        Vertex first{}, last{};
        std::size_t size = 0;
    };
    void append(List& list, Vertex vertex) {
        if (list.size++ > 0)
            m_next[index(list.last)] = vertex;
        else
            list.first = vertex;
        list.last = vertex;
    }
    void append(List& list, const List& more) {
        if (more.size == 0)
            return;
        if (list.size > 0)
            m_next[index(list.last)] = more.first;
        else
            list.first = more.first;
        list.last = more.last;
        list.size += more.size;
    }
    Vertex takeFirst(List& list) {
        const Vertex first = list.first;
        if (--list.size > 0)
            list.first = m_next[index(first)];
        return first;
    }

private:
    std::vector<Vertex> m_next;
};

} // namespace

/// The state of one walk: its threads, ready work, and the progress of each vertex.
///
/// Threads are started when there is work for them. A thread occupies a computing slot, except while it waits in a
/// blocked call or for sub-work that other threads took. Another thread may then start work. A thread waits for a piece
/// of sub-work only after some thread has taken it. Waiting therefore depends only on running threads, and always ends.
///
/// Once threads run, the bookkeeping allocates no memory: a failed allocation between two vertices would leave other
/// threads waiting.
class WorkPool {
public:
    WorkPool(const Graph& graph, const VisitFunction& visit, WalkOptions options)
        : m_graph(graph)
        , m_visit(visit)
        , m_options(std::move(options))
        , m_unfinished(std::make_unique<std::atomic<std::uint32_t>[]>(graph.vertexCount()))
        , m_dependencyFailed(std::make_unique<std::atomic<bool>[]>(graph.vertexCount()))
        , m_links(graph.vertexCount()) {
        if (m_options.threads == 0) {
            m_options.threads = system::processorCount();
        }
        m_options.blockedCalls = std::max(1U, m_options.blockedCalls);
        m_freeSlots = static_cast<int>(m_options.threads);
        m_freeCalls = m_options.blockedCalls;
        m_threadLimit = 2 * m_options.threads + m_options.blockedCalls;
        m_result.status.assign(graph.vertexCount(), VertexStatus::NotStarted);
        constexpr std::size_t usualExceptions = 64;
        m_result.exceptions.reserve(usualExceptions);
        m_threads.reserve(m_threadLimit);
    }

    WalkResult run();
    SubWork parallelFor(const WorkContext& context, std::size_t count, const std::function<Visit(std::size_t)>& fn);
    Call blocked(const std::function<void()>& call, WhenStopped whenStopped);

private:
    /// A running parallelFor(). It lives on the stack of the calling thread, which leaves only when no other thread
    /// works on it.
    struct Job {
        const WorkContext& context;
        std::size_t count;
        const std::function<Visit(std::size_t)>& fn;
        std::atomic<std::size_t> next{0};
        std::atomic<std::size_t> done{0};
        std::atomic<std::size_t> failed{0};
        std::size_t otherThreads = 0; // than the owner; under the pool's lock
        std::condition_variable othersLeft = {};

        std::size_t unclaimed() const {
            const auto claimed = next.load(std::memory_order_relaxed);
            return claimed < count ? count - claimed : 0;
        }
    };
    using Lock = std::unique_lock<std::mutex>;

    bool isStopped() const { return m_options.stop.stop_requested(); }
    VertexLinks::List start();
    void runInOrder();
    void runParallel();
    void workUntilOver(Lock& lock);
    bool workOnce(Lock& lock);
    void joinJob(Lock& lock, Job& job);
    void visitVertex(Lock& lock, Vertex vertex);
    Visit visitGuarded(Vertex vertex);
    void workOn(Job& job);
    void finish(Vertex vertex, VertexStatus status, VertexLinks::List& ready);
    void recordCurrentException(Vertex vertex);
    std::size_t waitingWork() const;
    enum class Caller { LooksForWork, IsBusy };
    void wakeThreads(Caller caller);
    void endIfIdle();

    const Graph& m_graph;
    const VisitFunction& m_visit;
    WalkOptions m_options;
    std::unique_ptr<std::atomic<std::uint32_t>[]> m_unfinished;
    std::unique_ptr<std::atomic<bool>[]> m_dependencyFailed;
    VertexLinks m_links; // each list is used by one thread, or guarded by m_lock
    WalkResult m_result;
    std::mutex m_exceptionLock;

    std::mutex m_lock; // guards all members below
    std::condition_variable m_wake;
    std::condition_variable m_callFree;
    VertexLinks::List m_ready;
    std::vector<Job*> m_jobs; // with pieces that no thread has taken yet, newest last
    std::vector<system::Thread> m_threads;
    std::size_t m_threadLimit = 0;
    std::size_t m_sleeping = 0;
    std::size_t m_called = 0; // threads woken to look for work that have not looked yet
    std::size_t m_activeVertices = 0;
    int m_freeSlots = 0;
    unsigned m_freeCalls = 0;
    bool m_over = false;
};

WalkResult WorkPool::run() {
    if (m_options.scheduling == Scheduling::InOrder) {
        runInOrder();
    } else {
        runParallel();
    }
    std::sort(m_result.exceptions.begin(), m_result.exceptions.end());
    m_result.stopped = isStopped() && m_result.count(VertexStatus::NotStarted) > 0;
    return std::move(m_result);
}

VertexLinks::List WorkPool::start() {
    VertexLinks::List ready;
    for (std::size_t i = 0; i < m_graph.vertexCount(); ++i) {
        const auto vertex = static_cast<Vertex>(i);
        const auto waitsFor = static_cast<std::uint32_t>(m_graph.dependencies(vertex).size());
        m_unfinished[i].store(waitsFor, std::memory_order_relaxed);
        m_dependencyFailed[i].store(false, std::memory_order_relaxed);
        if (waitsFor == 0) {
            m_links.append(ready, vertex);
        }
    }
    return ready;
}

void WorkPool::runInOrder() {
    VertexLinks::List ready = start();
    std::priority_queue<Vertex, std::vector<Vertex>, std::greater<>> queue;
    while (!isStopped()) {
        while (ready.size > 0) {
            queue.push(m_links.takeFirst(ready));
        }
        if (queue.empty()) {
            return;
        }
        const Vertex vertex = queue.top();
        queue.pop();
        finish(vertex, visitGuarded(vertex) == Visit::Done ? VertexStatus::Done : VertexStatus::Failed, ready);
    }
}

void WorkPool::runParallel() {
    m_ready = start();
    {
        // Threads that wait for a blocked-call slot must notice the stop even if no call ends.
        const std::stop_callback onStop(m_options.stop, [this] {
            const Lock lock(m_lock);
            m_callFree.notify_all();
        });
        Lock lock(m_lock);
        wakeThreads(Caller::LooksForWork);
        workUntilOver(lock);
        lock.unlock();
    }
    for (auto& thread : m_threads) {
        thread.join();
    }
}

/// The lock is held on entry and on return.
void WorkPool::workUntilOver(Lock& lock) {
    while (!m_over) {
        if (workOnce(lock)) {
            continue;
        }
        endIfIdle();
        ++m_sleeping;
        m_wake.wait(lock, [this] { return m_called > 0 || m_over; });
        --m_sleeping;
        if (m_called > 0) {
            --m_called;
        }
    }
}

bool WorkPool::workOnce(Lock& lock) {
    if (m_freeSlots <= 0 || isStopped()) {
        return false;
    }
    while (!m_jobs.empty()) {
        Job& job = *m_jobs.back();
        if (job.unclaimed() > 0) {
            joinJob(lock, job);
            return true;
        }
        m_jobs.pop_back();
    }
    if (m_ready.size == 0) {
        return false;
    }
    visitVertex(lock, m_links.takeFirst(m_ready));
    return true;
}

void WorkPool::joinJob(Lock& lock, Job& job) {
    --m_freeSlots;
    ++job.otherThreads;
    lock.unlock();
    workOn(job);
    lock.lock();
    ++m_freeSlots;
    if (--job.otherThreads == 0) {
        job.othersLeft.notify_one();
    }
}

void WorkPool::visitVertex(Lock& lock, Vertex vertex) {
    --m_freeSlots;
    ++m_activeVertices;
    lock.unlock();
    VertexLinks::List ready;
    finish(vertex, visitGuarded(vertex) == Visit::Done ? VertexStatus::Done : VertexStatus::Failed, ready);
    lock.lock();
    ++m_freeSlots;
    --m_activeVertices;
    m_links.append(m_ready, ready);
    endIfIdle();
    wakeThreads(Caller::LooksForWork);
}

Visit WorkPool::visitGuarded(Vertex vertex) {
    WorkContext context(*this, vertex);
    try {
        return m_visit(vertex, context);
    } catch (...) {
        recordCurrentException(vertex);
        return Visit::Failed;
    }
}

void WorkPool::workOn(Job& job) {
    while (!isStopped()) {
        const auto piece = job.next.fetch_add(1, std::memory_order_relaxed);
        if (piece >= job.count) {
            return;
        }
        auto outcome = Visit::Failed;
        try {
            outcome = job.fn(piece);
        } catch (...) {
            recordCurrentException(job.context.vertex());
        }
        (outcome == Visit::Done ? job.done : job.failed).fetch_add(1, std::memory_order_relaxed);
    }
}

/// Records the status of a vertex and of all vertices that are skipped because of it. Appends vertices that became
/// ready.
void WorkPool::finish(Vertex vertex, VertexStatus status, VertexLinks::List& ready) {
    m_result.status[index(vertex)] = status;
    VertexLinks::List ended;
    m_links.append(ended, vertex);
    while (ended.size > 0) {
        const Vertex next = m_links.takeFirst(ended);
        const bool failed = m_result.status[index(next)] != VertexStatus::Done;
        for (const Vertex dependent : m_graph.dependents(next)) {
            if (failed) {
                m_dependencyFailed[index(dependent)].store(true, std::memory_order_relaxed);
            }
            if (m_unfinished[index(dependent)].fetch_sub(1, std::memory_order_acq_rel) != 1) {
                continue;
            }
            if (m_dependencyFailed[index(dependent)].load(std::memory_order_relaxed)) {
                m_result.status[index(dependent)] = VertexStatus::Skipped;
                m_links.append(ended, dependent);
            } else {
                m_links.append(ready, dependent);
            }
        }
    }
}

void WorkPool::recordCurrentException(Vertex vertex) {
    const std::lock_guard lock(m_exceptionLock);
    try {
        m_result.exceptions.push_back({vertex, system::currentException()});
    } catch (const std::bad_alloc&) { // the vertex fails, and its exception is one of many
    }
}

std::size_t WorkPool::waitingWork() const {
    std::size_t result = m_ready.size;
    for (const Job* job : m_jobs) {
        result += job->unclaimed();
    }
    return result;
}

/// Wakes or starts threads, as many as there are work and slots, in addition to a caller that will look for work
/// itself.
void WorkPool::wakeThreads(Caller caller) {
    if (m_over || m_freeSlots <= 0 || isStopped()) {
        return;
    }
    auto wanted = std::min(waitingWork(), static_cast<std::size_t>(m_freeSlots));
    if (caller == Caller::LooksForWork && wanted > 0)
        --wanted;
    while (m_called < wanted) {
        if (m_called < m_sleeping) {
            ++m_called;
            m_wake.notify_one();
            continue;
        }
        if (m_threads.size() + 1 >= m_threadLimit) {
            return;
        }
        system::Thread thread = system::startThread([this](const std::stop_token&) {
            Lock lock(m_lock);
            if (m_called > 0) {
                --m_called;
            }
            workUntilOver(lock);
        });
        if (!thread.joinable()) {
            m_threadLimit = m_threads.size() + 1; // the system has no more threads: continue with these
            return;
        }
        m_threads.push_back(std::move(thread));
        ++m_called;
    }
}

void WorkPool::endIfIdle() {
    if (m_activeVertices == 0 && (m_ready.size == 0 || isStopped()) && !m_over) {
        m_over = true;
        m_wake.notify_all();
    }
}

SubWork WorkPool::parallelFor(const WorkContext& context, std::size_t count,
                              const std::function<Visit(std::size_t)>& fn) {
    Job job{.context = context, .count = count, .fn = fn};
    const bool shared = count > 1 && m_options.scheduling == Scheduling::Parallel;
    if (shared) {
        const Lock lock(m_lock);
        m_jobs.push_back(&job);
        wakeThreads(Caller::IsBusy);
    }
    workOn(job);
    if (shared) {
        Lock lock(m_lock);
        std::erase(m_jobs, &job);
        if (job.otherThreads > 0) {
            ++m_freeSlots;
            wakeThreads(Caller::IsBusy);
            job.othersLeft.wait(lock, [&job] { return job.otherThreads == 0; });
            --m_freeSlots;
        }
    }
    SubWork result{.done = job.done, .failed = job.failed};
    result.notStarted = count - result.done - result.failed;
    return result;
}

Call WorkPool::blocked(const std::function<void()>& call, WhenStopped whenStopped) {
    const auto isRefused = [&] { return whenStopped == WhenStopped::LeaveOut && isStopped(); };
    if (isRefused()) {
        return Call::NotMade;
    }
    if (m_options.scheduling == Scheduling::InOrder) {
        call();
        return Call::Made;
    }
    {
        Lock lock(m_lock);
        ++m_freeSlots;
        wakeThreads(Caller::IsBusy);
        m_callFree.wait(lock, [&] { return m_freeCalls > 0 || isRefused(); });
        if (isRefused()) {
            --m_freeSlots;
            m_callFree.notify_one(); // pass the wake-up on: the slot may still be free
            return Call::NotMade;
        }
        --m_freeCalls;
    }
    struct Release {
        WorkPool& pool;
        ~Release() {
            const Lock lock(pool.m_lock);
            ++pool.m_freeCalls;
            --pool.m_freeSlots;
            pool.m_callFree.notify_one();
        }
    };
    const Release release{*this};
    call();
    return Call::Made;
}

SubWork WorkContext::parallelFor(std::size_t count, const std::function<Visit(std::size_t)>& fn) {
    return m_pool.parallelFor(*this, count, fn);
}

Call WorkContext::blocked(const std::function<void()>& call, WhenStopped whenStopped) {
    return m_pool.blocked(call, whenStopped);
}

std::size_t WalkResult::count(VertexStatus wanted) const {
    return static_cast<std::size_t>(std::count(status.begin(), status.end(), wanted));
}

WalkResult walk(const Graph& graph, const VisitFunction& visit, WalkOptions options) {
    return WorkPool(graph, visit, std::move(options)).run();
}

} // namespace planlens::graph
