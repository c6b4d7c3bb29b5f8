// SPDX-License-Identifier: MPL-2.0
#include "app/cli/written_output.h"

#include "core/system/interrupted_call.h"

#include <cerrno>
#include <fmt/core.h>
#include <map>
#include <mutex>
#include <poll.h>
#include <unistd.h>

namespace planlens::cli {

namespace {

struct Failures {
    std::mutex mutex;
    std::map<std::string, std::string> reasons; // the first of each output
};

Failures& failures() {
    static Failures all;
    return all;
}

bool hasFailed(const std::string& output) {
    const std::scoped_lock lock(failures().mutex);
    return failures().reasons.contains(output);
}

void noteFailure(const std::string& output, const std::string& reason) {
    const std::scoped_lock lock(failures().mutex);
    failures().reasons.emplace(output, reason);
}

/// Returns an errno, or 0.
int writeToEnd(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = system::repeatInterrupted([&] { return ::write(descriptor, text.data(), text.size()); });
        if (count >= 0) {
            text.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN) {
            pollfd waiting{descriptor, POLLOUT, 0};
            if (::poll(&waiting, 1, -1) < 0 && errno != EINTR)
                return errno;
        } else {
            return errno;
        }
    }
    return 0;
}

} // namespace

void writeOutput(std::string_view text) {
    static const std::string name = "/dev/stdout";
    if (hasFailed(name))
        return;
    if (const int error = writeToEnd(STDOUT_FILENO, text); error != 0)
        noteFailure(name, system::ioError("write", name, error));
}

void JsonFile::append(std::string_view text) const {
    if (!isOpen() || hasFailed(m_path))
        return;
    if (const auto written = m_file.append(text, m_path); !written)
        noteFailure(m_path, written.error());
}

diags::Diagnostics incompleteOutput() {
    diags::Diagnostics diagnostics;
    const std::scoped_lock lock(failures().mutex);
    for (const auto& [output, reason] : failures().reasons)
        diagnostics.error(
            "Failed to write the output",
            fmt::format("{}. The output is incomplete. The command itself has ended: changes that it made "
                        "to the state or to real objects remain.",
                        reason));
    return diagnostics;
}

} // namespace planlens::cli
