// SPDX-License-Identifier: MPL-2.0
/// Exits with a diagnostic if something aborts the process. Libraries do so if memory or file descriptors are used up:
/// gRPC, GLib (with SIGTRAP), and the runtime of C++ if it cannot throw. What was applied until then is in the journal.
/// PLANLENS_CORE_FILES=1 leaves the signals alone, for developers.
#include "app/abort_report.h"

#include <csignal>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace {

bool isReported = false; // written before there are threads

/// Only functions that signal handlers may call.
void reportAbort(int) {
    constexpr std::string_view text =
        "\nError: Planlens was aborted\n\nA library aborted the program. Usually the system did not provide the "
        "memory, "
        "the threads or the open files that it needs: raise the limits, and run the command again. If it happens with "
        "higher limits, too, it is a bug in Planlens; please report it.\n";
    [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
    ::_exit(1);
}

/// Runs before the static objects of the program and of its libraries are constructed, which needs memory.
void reportAborts(int, char**, char** environment) {
    for (; environment && *environment; ++environment)
        if (std::strcmp(*environment, "PLANLENS_CORE_FILES=1") == 0)
            return;
    isReported = true;
    for (const int abort : {SIGABRT, SIGTRAP})
        std::signal(abort, reportAbort);
}
[[gnu::section(".preinit_array"), gnu::used]] void (*const beforeConstructors)(int, char**, char**) = reportAborts;

} // namespace

namespace planlens {

void reportCrashes() noexcept {
    if (isReported)
        for (const int crash : {SIGSEGV, SIGBUS})
            std::signal(crash, reportAbort);
}

} // namespace planlens
