// SPDX-License-Identifier: MPL-2.0
#include "tests/app/faults/fault_runs.h"

#include <QtTest>

using namespace planlens::testing;

/// Memory allocations that fail while the window plans and applies.
class TestWindowAllocation : public QObject {
    Q_OBJECT
private slots:
    void endsWithADiagnosticAndLosesNothing_data() { addFaultRows({"new"}, Programs::Window); }
    void endsWithADiagnosticAndLosesNothing() { runFaultRow(); }
    void cleanupTestCase() { reportFaultTotals(); }
};

QTEST_GUILESS_MAIN(TestWindowAllocation)
#include "tst_window_allocation.moc"
