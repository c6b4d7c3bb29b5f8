// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/system/unexpected_error.h"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace planlens::graph {

enum class Scheduling {
    Parallel,
    /// All work runs on the calling thread: the lowest ready vertex first, sub-work in index order.
    InOrder,
};

struct WalkOptions {
    /// The number of steps that compute at the same time; 0 means one per core. A call that returns from waiting
    /// continues immediately, so the limit can be exceeded briefly.
    unsigned threads = 0;
    /// The number of WorkContext::blocked() calls that can run at the same time.
    unsigned blockedCalls = 10;
    /// After a stop request, running work finishes and no new work starts.
    std::stop_token stop = {};
    Scheduling scheduling = Scheduling::Parallel;
};

/// The result of visiting a vertex, or of one piece of its sub-work.
enum class Visit { Done, Failed };

enum class Call {
    Made,
    NotMade, // a stop was requested before the call could start
};

enum class WhenStopped { LeaveOut, CallAnyway };

/// The number of pieces of sub-work by result; the sum is the requested count.
struct SubWork {
    std::size_t done = 0;
    std::size_t failed = 0;
    std::size_t notStarted = 0;
    /// Done only if every piece is.
    Visit outcome() const { return failed == 0 && notStarted == 0 ? Visit::Done : Visit::Failed; }
    bool operator==(const SubWork&) const = default;
};

class WorkPool;

/// The functions of the walk that a visit may call. Valid during that visit, also on the threads of its sub-work.
class WorkContext {
public:
    Vertex vertex() const { return m_vertex; }

    /// Runs fn(0) … fn(count - 1) on the walk's threads, including the calling thread. Returns when all started pieces
    /// have ended. Can be nested. A piece that throws counts as failed; the walk result has the exception text.
    SubWork parallelFor(std::size_t count, const std::function<Visit(std::size_t)>& fn);

    /// Runs a call that waits for an external process, such as a provider, outside the limit on computing threads.
    /// Waits for a free call slot first. The call must not use this context. Exceptions are passed on.
    Call blocked(const std::function<void()>& call, WhenStopped whenStopped = WhenStopped::LeaveOut);

private:
    friend class WorkPool;
    WorkContext(WorkPool& pool, Vertex vertex)
        : m_pool(pool)
        , m_vertex(vertex) {}

    WorkPool& m_pool;
    Vertex m_vertex;
};

enum class VertexStatus : unsigned char {
    NotStarted, // a stop was requested first, or the vertex is in a cycle or depends on one
    Done,
    Failed,
    Skipped, // a dependency failed or was skipped
};

/// An exception from a visit or a piece of its sub-work. If the visit threw, the vertex has failed; otherwise the
/// return value of the visit decides.
struct WalkException {
    Vertex vertex;
    system::UncaughtException exception;
    auto operator<=>(const WalkException&) const = default;
};

struct WalkResult {
    std::vector<VertexStatus> status;      // by vertex
    std::vector<WalkException> exceptions; // by vertex
    bool stopped = false;                  // some work did not start because of a stop

    VertexStatus operator[](Vertex vertex) const { return status[index(vertex)]; }
    std::size_t count(VertexStatus wanted) const;
    bool isComplete() const { return count(VertexStatus::Done) == status.size(); }
};

/// Visits every vertex after all its dependencies, in parallel where dependencies allow it. Returns when all started
/// work has ended. Never throws an exception from a visit. Check the graph for cycles first.
WalkResult walk(const Graph& graph, const std::function<Visit(Vertex, WorkContext&)>& visit, WalkOptions options = {});

} // namespace planlens::graph
