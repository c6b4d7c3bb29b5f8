// SPDX-License-Identifier: MPL-2.0
#include "tests/app/faults/fault_runs.h"

#include <QtTest>

using namespace planlens::testing;

/// Memory allocations that fail.
class TestFaultsAllocation : public QObject {
    Q_OBJECT
private slots:
    void endsWithADiagnosticAndLosesNothing_data() { addFaultRows({"new"}); }
    void endsWithADiagnosticAndLosesNothing() { runFaultRow(); }
    void cleanupTestCase() { reportFaultTotals(); }
};

QTEST_GUILESS_MAIN(TestFaultsAllocation)
#include "tst_faults_allocation.moc"
