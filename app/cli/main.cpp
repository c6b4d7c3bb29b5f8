// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"

#include <csignal>
#include <memory>
#include <thread>

#ifdef PLANLENS_USES_MIMALLOC
#include <mimalloc.h>
#endif

int main(int argc, char** argv) {
#ifdef PLANLENS_USES_MIMALLOC
    // Milliseconds. Big texts are read one after the other: kept for a tenth of a second, as is usual, they add up. What
    // is small is needed again soon.
    mi_option_set(mi_option_decommit_delay, 10);
    mi_option_set(mi_option_segment_decommit_delay, 1);
#endif
    // The first interrupt lets running operations finish and starts no new ones; the second ends at once.
    sigset_t interrupts;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    sigaddset(&interrupts, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &interrupts, nullptr);
    struct Sources {
        std::stop_source stop, forced;
    };
    const auto sources = std::make_shared<Sources>();
    std::thread([interrupts, sources] {
        int signal = 0;
        sigwait(&interrupts, &signal);
        std::fputs("\nInterrupt received.\nPlease wait for running operations to finish, or interrupt again to end at once. What was running then is unknown.\n", stderr);
        sources->stop.request_stop();
        sigwait(&interrupts, &signal);
        sources->forced.request_stop();
        _Exit(1);
    }).detach();
    const std::vector<std::string> words(argv + 1, argv + argc);
    const int status = planlens::cli::run(words, {sources->stop.get_token(), sources->forced.get_token()});
    std::fflush(stdout);
    // Nothing is left to do, and freeing big plans piece by piece takes longer than ending.
    _Exit(status);
}
