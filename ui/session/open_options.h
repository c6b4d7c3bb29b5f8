// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/workspace/project.h"
#include "core/workspace/tool.h"
#include "ui/basics/session_types.h"

namespace planlens::session {

/// How the folder of a request is opened, except for its providers.
workspace::OpenOptions openOptions(const Request& request, workspace::Purpose purpose);
/// How the tool for a state is run.
workspace::ToolRun toolRun(const Request& request, std::stop_token stop);

} // namespace planlens::session
