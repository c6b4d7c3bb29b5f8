// SPDX-License-Identifier: MPL-2.0
#include "tests/app/faults/limit_runs.h"

#include <QtTest>

using namespace planlens::testing;

/// Limits on the resources of processes (ulimit), from very low to sufficient.
class TestFaultsLimits : public QObject {
    Q_OBJECT
private slots:
    void endsWithADiagnosticAndLosesNothing_data() { addLimitRows(); }
    void endsWithADiagnosticAndLosesNothing() { runLimitRow(Programs::CommandLine); }
    void cleanupTestCase() { reportLimitTotals(); }
};

QTEST_GUILESS_MAIN(TestFaultsLimits)
#include "tst_faults_limits.moc"
