// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/backend.h"
#include "core/backends/tool_program.h"
#include "core/values/value.h"

#include <memory>
#include <string>

namespace planlens::backends {

/// A backend that is not the one of a working directory, such as that of a terraform_remote_state data source.
struct DetachedBackend {
    std::string type;
    values::Value arguments;         // an object or a map, wholly known and without marks
    std::filesystem::path directory; // files that arguments name are relative to it
};

/// Reads states of a backend through the tool, whatever its type. Each read starts the tool once, in a temporary
/// directory with the configuration of the backend and nothing else: no configuration of the user is loaded, and the
/// directory needs no `tofu init`. The configuration may contain credentials, so it is in memory: the directory only
/// contains links to open files of the tool. The directory of the run is not used. Texts of arguments that may be
/// secret do not appear in diagnostics.
std::unique_ptr<Backend> makeDetachedBackend(Tool tool, ToolRun run, DetachedBackend backend);

} // namespace planlens::backends
