// SPDX-License-Identifier: MPL-2.0
#include "tests/app/faults/fault_runs.h"

#include <QtTest>

using namespace planlens::testing;

/// Failing files, locks and sockets.
class TestFaultsIo : public QObject {
    Q_OBJECT
private slots:
    void endsWithADiagnosticAndLosesNothing_data() {
        addFaultRows({"open", "read", "write", "short", "sync", "truncate", "rename", "unlink", "lock", "socket",
                      "status", "folder", "make", "mode", "pipe", "poll", "load", "allocate"});
    }
    void endsWithADiagnosticAndLosesNothing() { runFaultRow(); }
    void cleanupTestCase() { reportFaultTotals(); }
};

QTEST_GUILESS_MAIN(TestFaultsIo)
#include "tst_faults_io.moc"
