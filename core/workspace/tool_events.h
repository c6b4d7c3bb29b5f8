// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/workspace/tool_apply.h"

namespace planlens::workspace {

/// Parses the output of `apply -json` and forwards it to a listener.
class ToolEvents {
public:
    ToolEvents(ToolOutcome& outcome, engine::Listener& listener)
        : m_outcome(outcome)
        , m_listener(listener) {}
    /// Processes one line. Returns the event type, or an empty text if the line is not an event.
    std::string take(std::string_view line);

private:
    ToolOutcome& m_outcome;
    engine::Listener& m_listener;
};

} // namespace planlens::workspace
