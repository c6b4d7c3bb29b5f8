// SPDX-License-Identifier: MPL-2.0
#include "core/states/state_paths.h"

namespace planlens::states {

namespace fs = std::filesystem;

StatePaths localStatePaths(const fs::path& workingDirectory, std::string_view workspace) {
    constexpr auto fileName = "terraform.tfstate";
    StatePaths paths;
    paths.state = workspace.empty() || workspace == "default"
                      ? workingDirectory / fileName
                      : workingDirectory / "terraform.tfstate.d" / workspace / fileName;
    paths.state = paths.state.lexically_normal(); // messages contain the normalized path
    paths.stateOut = paths.state;
    paths.backup = backupPath(paths.stateOut);
    return paths;
}

fs::path backupPath(const fs::path& state) {
    return state.string() + ".backup";
}

} // namespace planlens::states
