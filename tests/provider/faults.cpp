// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/faults.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace planlens::testing {

namespace {

void writeAll(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(file, text.data(), text.size());
        if (written <= 0)
            return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

} // namespace

void crash(const std::string& how, int exitCode) {
    if (how == "kill")
        kill(getpid(), SIGKILL);
    if (how == "segv") {
        signal(SIGSEGV, SIG_DFL); // sanitizers have a handler that ends the process differently
        raise(SIGSEGV);
    }
    if (how == "exit")
        _exit(exitCode);
    std::abort();
}

void hang() {
    while (true)
        pause();
}

void writeToStderr(std::string_view text) {
    writeAll(STDERR_FILENO, text);
}

void writeToStdout(std::string_view text) {
    writeAll(STDOUT_FILENO, text);
}

void floodStderr(std::size_t bytes) {
    const std::string line = std::string(1023, 'x') + "\n";
    for (std::size_t written = 0; written < bytes; written += line.size())
        writeAll(STDERR_FILENO, line);
}

void closeSockets() {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error)) {
        const int file = std::atoi(entry.path().filename().c_str());
        struct stat status {};
        if (fstat(file, &status) == 0 && S_ISSOCK(status.st_mode))
            shutdown(file, SHUT_RDWR);
    }
}

} // namespace planlens::testing
