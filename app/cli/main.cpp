// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"

#include <csignal>
#include <thread>

int main(int argc, char** argv) {
    // The first interrupt lets running operations finish and starts no new ones; the second ends at once.
    sigset_t interrupts;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    sigaddset(&interrupts, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &interrupts, nullptr);
    std::stop_source stop;
    std::thread([interrupts, stop]() mutable {
        int signal = 0;
        sigwait(&interrupts, &signal);
        std::fputs("\nInterrupt received.\nPlease wait for running operations to finish, or interrupt again to end at once. What was running then is unknown.\n", stderr);
        stop.request_stop();
        sigwait(&interrupts, &signal);
        _Exit(1);
    }).detach();
    const std::vector<std::string> words(argv + 1, argv + argc);
    const int status = planlens::cli::run(words, ".", stop.get_token());
    std::fflush(stdout);
    // Nothing is left to do, and freeing big plans piece by piece takes longer than ending.
    _Exit(status);
}
