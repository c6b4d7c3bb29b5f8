// SPDX-License-Identifier: MPL-2.0
#include "core/system/process_setup.h"

#include "core/system/environment.h"
#include "core/system/unexpected_error.h"

#include <csignal>
#include <sys/prctl.h>
#include <sys/resource.h>

namespace planlens::system {

void prepareProcess() {
    std::signal(SIGXFSZ, SIG_IGN);
    exitOnTerminate();
    if (environmentVariable("PLANLENS_CORE_FILES") == "1")
        return;
    rlimit limit{};
    if (::getrlimit(RLIMIT_CORE, &limit) == 0) {
        limit.rlim_cur = 0; // child processes inherit it: providers have secrets, too
        ::setrlimit(RLIMIT_CORE, &limit);
    }
#if !defined(__SANITIZE_ADDRESS__) // its leak check traces the process
    ::prctl(PR_SET_DUMPABLE, 0);   // the limit does not apply to core files that are piped to a program
#endif
}

} // namespace planlens::system
