// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/tool_program.h"
#include "core/workspace/project.h"
#include "core/workspace/state_access.h"
#include "ui/basics/session_types.h"

namespace planlens::session {

/// Returns the options for opening the folder of a request, except for its providers.
workspace::OpenOptions openOptions(const Request& request, workspace::Purpose purpose);
/// Returns the options for running the tool that accesses the state.
backends::ToolRun toolRun(const Request& request, std::stop_token stop);
/// Returns options for accessing the state of a project without locking it.
workspace::StateOptions unlockedStateOptions(const Request& request, const workspace::Project& project,
                                             std::stop_token stop);

} // namespace planlens::session
