// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "core/system/process_setup.h"
#include "core/system/spawn.h"
#include "core/system/threads/thread.h"
#include "core/system/unexpected_error.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>

#ifdef PLANLENS_USES_MIMALLOC
#include <mimalloc.h>
#endif

using namespace planlens;

namespace {

/// Stops within seconds: the process that started this one has ended, or waits only for a while.
[[noreturn]] void stopAndExit(std::stop_source& stop, std::stop_source& forced) {
    constexpr std::chrono::seconds patience(4);
    stop.request_stop();
    std::this_thread::sleep_for(patience);
    forced.request_stop(); // ends the providers, so that the main thread can unlock the state and exit
    std::this_thread::sleep_for(patience);
    _Exit(1);
}

} // namespace

int main(int argc, char** argv) {
    system::prepareProcess();
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
    sigaddset(&interrupts, system::stopSignal);
    pthread_sigmask(SIG_BLOCK, &interrupts, nullptr);
    struct Sources {
        std::stop_source stop, forced;
    };
    const auto sources = std::make_shared<Sources>();
    system::Thread waiting = system::startThread([interrupts, sources](const std::stop_token&) {
        int signal = 0;
        sigwait(&interrupts, &signal);
        if (signal == system::stopSignal)
            stopAndExit(sources->stop, sources->forced);
        std::fputs("\nInterrupt received.\nPlease wait for running operations to finish. A second interrupt exits "
                   "immediately and leaves the outcome of running operations unknown.\n",
                   stderr);
        sources->stop.request_stop();
        sigwait(&interrupts, &signal);
        std::fputs("\nTwo interrupts received. Exiting immediately. The outcome of running operations is unknown, and "
                   "the state may stay locked.\n",
                   stderr);
        sources->forced.request_stop();
        _Exit(1);
    });
    if (waiting.joinable())
        waiting.detach();
    else
        pthread_sigmask(SIG_UNBLOCK, &interrupts,
                        nullptr); // without this thread, the first interrupt exits the process
    int status = 1;
    try {
        const std::vector<std::string> words(argv + 1, argv + argc);
        status = cli::run(words, {sources->stop.get_token(), sources->forced.get_token()});
    } catch (...) {
        system::exitWithUnexpectedError(system::currentException());
    }
    sources->forced.request_stop(); // ends the providers that plans keep, and removes the directories of their sockets
    // Freeing large plans piece by piece would take longer than exiting.
    _Exit(status);
}
