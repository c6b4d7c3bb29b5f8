// SPDX-License-Identifier: MPL-2.0
#include "tests/app/faults/limit_runs.h"

#include <QtTest>

using namespace planlens::testing;

/// Limits on the resources of a window that plans and applies, from very low to sufficient.
class TestWindowLimits : public QObject {
    Q_OBJECT
private slots:
    void endsWithADiagnosticAndLosesNothing_data() { addLimitRows(); }
    void endsWithADiagnosticAndLosesNothing() { runLimitRow(Programs::Window); }
    void cleanupTestCase() { reportLimitTotals(); }
};

QTEST_GUILESS_MAIN(TestWindowLimits)
#include "tst_window_limits.moc"
