// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/background.h"

#include <QCoreApplication>
#include <QThreadPool>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace planlens::session {

QThreadPool& backgroundPool() {
    static QThreadPool pool;
    [[maybe_unused]] static const bool isAwaited = [] {
        qAddPostRoutine([] { pool.waitForDone(); });
        return true;
    }();
    return pool;
}

void yieldToWindow() {
#ifdef Q_OS_LINUX
    // The default Linux scheduler ignores QThread's priorities. setpriority() takes a thread id; 0 is the calling
    // thread. The process id is the id of the main thread, which is the GUI thread.
    constexpr int slightlyNicer = 5;
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, id_t(getpid())) + slightlyNicer);
#endif
}

} // namespace planlens::session
