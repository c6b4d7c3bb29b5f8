// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/workspace/tool_apply.h"

namespace planlens::workspace {

/// Reads what `apply -json` writes, and tells it on.
class ToolEvents {
public:
    ToolEvents(ToolOutcome& outcome, engine::Listener& listener)
        : m_outcome(outcome)
        , m_listener(listener) {}
    /// Takes one line. Its type; empty where it is no event.
    std::string take(std::string_view line);

private:
    ToolOutcome& m_outcome;
    engine::Listener& m_listener;
};

} // namespace planlens::workspace
