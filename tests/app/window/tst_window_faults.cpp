// SPDX-License-Identifier: MPL-2.0
#include "tests/app/faults/fault_runs.h"

#include <QtTest>

using namespace planlens::testing;

/// Failing files, locks, sockets, threads, processes and allocations while the window plans and applies.
class TestWindowFaults : public QObject {
    Q_OBJECT
private slots:
    void endsWithADiagnosticAndLosesNothing_data() {
        addFaultRows({"open",   "read", "write",  "short",    "sync",   "truncate", "rename",
                      "unlink", "lock", "socket", "status",   "folder", "make",     "mode",
                      "pipe",   "poll", "load",   "allocate", "map",    "thread",   "spawn"},
                     Programs::Window, 10);
    }
    void endsWithADiagnosticAndLosesNothing() { runFaultRow(); }
    void cleanupTestCase() { reportFaultTotals(); }
};

QTEST_GUILESS_MAIN(TestWindowFaults)
#include "tst_window_faults.moc"
