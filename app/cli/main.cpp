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
    // In milliseconds. Large buffers are read one after the other and would add up with the default delay of 100 ms;
    // small blocks are soon reused.
    mi_option_set(mi_option_decommit_delay, 10);
    mi_option_set(mi_option_segment_decommit_delay, 1);
#endif
    // The first interrupt lets running operations finish and starts no new ones; the second exits immediately.
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
        std::fputs("\nInterrupt received.\nPlease wait for running operations to finish. A second interrupt exits immediately and leaves the outcome of running operations unknown.\n", stderr);
        sources->stop.request_stop();
        sigwait(&interrupts, &signal);
        sources->forced.request_stop();
        _Exit(1);
    }).detach();
    const std::vector<std::string> words(argv + 1, argv + argc);
    const int status = planlens::cli::run(words, {sources->stop.get_token(), sources->forced.get_token()});
    std::fflush(stdout);
    // Freeing large plans piece by piece would take longer than exiting.
    _Exit(status);
}
