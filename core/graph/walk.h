// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace planlens::graph {

enum class Scheduling {
    Parallel,
    /// Everything on the calling thread: of the vertices that are ready the lowest first, sub-work by rising index.
    InOrder,
};

struct WalkOptions {
    /// How many steps compute at the same time; 0 is one for each core. Calls that return from waiting go on at once,
    /// so the number can be exceeded for a moment.
    unsigned threads = 0;
    /// How many calls of WorkContext::blocked() wait at the same time.
    unsigned blockedCalls = 10;
    /// Once a stop is requested what runs finishes and nothing new starts.
    std::stop_token stop = {};
    Scheduling scheduling = Scheduling::Parallel;
};

/// How a visit of a vertex, or one piece of its sub-work, ended.
enum class Visit { Done, Failed };

enum class Call {
    Made,
    NotMade, // a stop was requested before it could start
};

enum class WhenStopped { LeaveOut, CallAnyway };

/// How the pieces of sub-work ended; their sum is the count asked for.
struct SubWork {
    std::size_t done = 0;
    std::size_t failed = 0;
    std::size_t notStarted = 0;
    /// Done only where every piece is.
    Visit outcome() const { return failed == 0 && notStarted == 0 ? Visit::Done : Visit::Failed; }
    bool operator==(const SubWork&) const = default;
};

class WorkPool;

/// What a visit may ask of the walk it is part of. Valid during that visit, also on the threads of its sub-work.
class WorkContext {
public:
    Vertex vertex() const { return m_vertex; }
    bool isStopRequested() const { return m_stop.stop_requested(); }
    const std::stop_token& stopToken() const { return m_stop; }

    /// Runs fn(0) … fn(count - 1) on the walk's threads, the calling one among them, and returns when all that started
    /// have ended. May be nested. A piece that throws counts as failed, and what it said is in the walk's result.
    SubWork parallelFor(std::size_t count, const std::function<Visit(std::size_t)>& fn);

    /// Runs a call that waits for something outside, such as a provider, without taking part in the limit on computing
    /// threads. Waits for a free place first. The call must not use this context. Exceptions pass through.
    Call blocked(const std::function<void()>& call, WhenStopped whenStopped = WhenStopped::LeaveOut);

private:
    friend class WorkPool;
    WorkContext(WorkPool& pool, Vertex vertex, std::stop_token stop)
        : m_pool(pool)
        , m_vertex(vertex)
        , m_stop(std::move(stop)) {}

    WorkPool& m_pool;
    Vertex m_vertex;
    std::stop_token m_stop;
};

enum class VertexStatus : unsigned char {
    NotStarted, // a stop was requested first, or the vertex takes part in or waits for a cycle
    Done,
    Failed,
    Skipped, // something it depends on failed or was skipped
};

/// What a visit or a piece of its sub-work threw. The vertex counts as failed if the visit threw, otherwise as whatever
/// the visit made of it.
struct WalkException {
    Vertex vertex;
    std::string what;
    auto operator<=>(const WalkException&) const = default;
};

struct WalkResult {
    std::vector<VertexStatus> status;      // by vertex
    std::vector<WalkException> exceptions; // by vertex
    bool stopped = false;                  // a stop left something out

    VertexStatus operator[](Vertex vertex) const { return status[index(vertex)]; }
    std::size_t count(VertexStatus wanted) const;
    bool isComplete() const { return count(VertexStatus::Done) == status.size(); }
};

/// Visits every vertex after all it depends on, side by side where dependencies allow. Returns when everything that
/// started has ended; never throws what a visit throws. Check the graph for cycles first.
WalkResult walk(const Graph& graph, const std::function<Visit(Vertex, WorkContext&)>& visit, WalkOptions options = {});

} // namespace planlens::graph
