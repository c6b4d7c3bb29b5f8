// SPDX-License-Identifier: MPL-2.0
#include "tests/app/faults/fault_runs.h"

#include <QtTest>

using namespace planlens::testing;

namespace {

constexpr qint64 mebibyte = 1 << 20;

/// Returns limits from very low to sufficient.
std::vector<Limit> rungs() {
    std::vector<Limit> limits;
    const auto add = [&limits](const char* option, qint64 first, qint64 last, qint64 step, qint64 quickStep) {
        for (qint64 value = first; value <= last; value += isComplete() ? step : quickStep)
            limits.push_back({option, value});
    };
    add("nofile", 4, 60, 1, 8);
    add("nproc", 3, 80, 1, 25);
    // How much memory is needed depends on the libraries of the system.
    if (isComplete()) {
        add("as", 80 * mebibyte, 2000 * mebibyte, 20 * mebibyte, 640 * mebibyte);
        add("data", 0, 600 * mebibyte, 10 * mebibyte, 150 * mebibyte);
    }
    add("fsize", 0, 12000, 200, 6000);
    return limits;
}

const QList<QStringList> commands{{"apply", "-auto-approve", "-no-color"},
                                  {"plan", "-no-color", "-out=saved"},
                                  {"show", "-no-color"},
                                  {"validate", "-no-color"},
                                  {"state", "list"},
                                  {"report", "-no-color", "-out=report.html", "reported"}};

int runCount = 0;

} // namespace

/// Limits on the resources of processes (ulimit), from very low to sufficient.
class TestFaultsLimits : public QObject {
    Q_OBJECT
private slots:
    void endsWithADiagnosticAndLosesNothing_data() {
        QTest::addColumn<QString>("option");
        QTest::addColumn<qint64>("value");
        for (const Limit& limit : rungs())
            QTest::addRow("%s %lld", qPrintable(limit.option), limit.value) << limit.option << limit.value;
    }
    void endsWithADiagnosticAndLosesNothing() {
        QFETCH(QString, option);
        QFETCH(qint64, value);
        QStringList problems;
        for (const Objects objects : {Objects::BuiltIn, Objects::OfPlugin})
            for (const QStringList& command : commands) {
                // A quick run tests each limit with one command that uses plugins and one that does not.
                if (!isComplete() && command != commands[(value + int(objects)) % commands.size()] &&
                    !(objects == Objects::OfPlugin && command == commands[0]))
                    continue;
                ++runCount;
                if (const QString problem = runsOf(objects).problemUnder(command, {option, value}); !problem.isEmpty())
                    problems += command.join(' ') + (objects == Objects::BuiltIn ? "" : ", plugin") + ": " + problem;
            }
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join("\n---\n")));
    }
    void cleanupTestCase() {
        int succeeded = 0, failed = 0;
        for (const Objects objects : {Objects::BuiltIn, Objects::OfPlugin}) {
            succeeded += runsOf(objects).succeeded();
            failed += runsOf(objects).failed();
        }
        qInfo("%d runs under a limit: %d succeeded nevertheless, %d ended with a diagnostic, %d could not be loaded",
              runCount, succeeded, failed, runCount - succeeded - failed);
    }
};

QTEST_GUILESS_MAIN(TestFaultsLimits)
#include "tst_faults_limits.moc"
