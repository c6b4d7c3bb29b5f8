// SPDX-License-Identifier: MPL-2.0
#include "core/states/file/stored_file.h"
#include "core/states/manager.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::states {

namespace fs = std::filesystem;

namespace {

/// The reference cannot push encrypted files.
std::string pushCommand(const std::string& text, bool isForked) {
    return fmt::format("{} state push {}errored.tfstate\n", isEncrypted(text) ? "planlens-cli" : "tofu",
                       isForked ? "-force " : "");
}

/// Whether another program has written the state since it was read, so that a push would replace what it has written.
bool isForked(const diags::Diagnostics& problems) {
    return std::ranges::any_of(problems,
                               [](const diags::Diagnostic& one) { return one.code == diags::ErrorCode::StateChanged; });
}

} // namespace

diags::Result<fs::path> saveErroredState(const File& file, const fs::path& workingDirectory,
                                         const diags::Diagnostics& causes, const EncryptionPtr& encryption) {
    constexpr auto summary = "Failed to persist state to backend";
    diags::Diagnostics diagnostics = causes;
    const fs::path path = workingDirectory / "errored.tfstate";
    const Encryption::Text text = writeForDisk(file, writeFile(file), encryption);
    if (!text) {
        diagnostics.error(summary,
                          "The state is written nowhere, because it cannot be encrypted: " + text.error() +
                              "\n\nRemove the cause and plan again. The results of this apply are in its journal as "
                              "far as they could be encrypted. Import objects that it does not know.");
        return diagnostics;
    }
    const std::string push = pushCommand(*text, isForked(causes));
    if (const auto written = system::replaceFile(path, *text, 0600); !written) {
        diagnostics.error("Failed to create local state file",
                          "Error creating local state file for recovery: " + written.error());
        diagnostics.error(
            summary,
            "The errors shown above prevented OpenTofu from writing the updated state to\nthe configured backend "
            "and from creating a local backup file. As a fallback,\nthe raw state data is printed above as a JSON "
            "object.\n\nTo retry writing this state, copy the state data (from the first { to the last } inclusive) "
            "and save it into a local file called errored.tfstate, then run the following command:\n    " +
                push);
        return diagnostics;
    }
    if (isForked(causes)) {
        diagnostics.error(
            summary,
            "Another program has written the state since it was read, so the updated state was not written. It is in "
            "the file \"errored.tfstate\" in the current working directory.\n\nCompare it with the present state "
            "(\"state pull\"), and add the objects that are only in this file with import blocks. A push replaces the "
            "state that the other program has written, and the objects that it has created are lost:\n    " +
                push);
        return {path, std::move(diagnostics)};
    }
    diagnostics.error(
        summary,
        "The error shown above has prevented OpenTofu from writing the updated state to the configured backend. To "
        "allow for recovery, the state has been written to the file \"errored.tfstate\" in the current working "
        "directory.\n\nRunning \"tofu apply\" again at this point will create a forked state, making it harder to "
        "recover.\n\nTo retry writing this state, use the following command:\n    " +
            push);
    return {path, std::move(diagnostics)};
}

} // namespace planlens::states
