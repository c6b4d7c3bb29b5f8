// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/listener.h"

#include <atomic>
#include <cstddef>

namespace planlens::engine {

/// The number of finished steps of a walk, which it reports to the listener, and of those known so far. Thread-safe.
class WalkProgress {
public:
    explicit WalkProgress(Listener& listener)
        : m_listener(listener) {}
    void addSteps(std::size_t count) { m_known += count; }
    void finishStep() { m_listener.progressed(++m_done, m_known); }

private:
    Listener& m_listener;
    std::atomic<std::size_t> m_done{0}, m_known{0};
};

} // namespace planlens::engine
