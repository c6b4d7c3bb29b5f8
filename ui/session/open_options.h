// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/tool_program.h"
#include "core/workspace/project.h"
#include "ui/basics/session_types.h"

namespace planlens::session {

/// Returns the options for opening the folder of a request, except for its providers.
workspace::OpenOptions openOptions(const Request& request, workspace::Purpose purpose);
/// Returns the options for running the tool that accesses the state.
backends::ToolRun toolRun(const Request& request, std::stop_token stop);

} // namespace planlens::session
