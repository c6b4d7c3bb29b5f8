// SPDX-License-Identifier: MPL-2.0
#include "tests/app/faults/fault_runs.h"

#include <QtTest>

using namespace planlens::testing;

/// Threads and processes that the system cannot create.
class TestFaultsThreads : public QObject {
    Q_OBJECT
private slots:
    void endsWithADiagnosticAndLosesNothing_data() { addFaultRows({"thread", "spawn"}); }
    void endsWithADiagnosticAndLosesNothing() { runFaultRow(); }
    void cleanupTestCase() { reportFaultTotals(); }
};

QTEST_GUILESS_MAIN(TestFaultsThreads)
#include "tst_faults_threads.moc"
