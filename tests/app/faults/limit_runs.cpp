// SPDX-License-Identifier: MPL-2.0
#include "tests/app/faults/limit_runs.h"

#include <QtTest>

namespace planlens::testing {

namespace {

constexpr qint64 mebibyte = 1 << 20;

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

int runCount = 0;

} // namespace

void addLimitRows() {
    QTest::addColumn<QString>("option");
    QTest::addColumn<qint64>("value");
    for (const Limit& limit : rungs())
        QTest::addRow("%s %lld", qPrintable(limit.option), limit.value) << limit.option << limit.value;
}

void runLimitRow(Programs programs) {
    QFETCH(QString, option);
    QFETCH(qint64, value);
    const QList<QStringList> commands =
        programs == Programs::Window ? QList<QStringList>{{"window", "."}}
                                     : QList<QStringList>{{"apply", "-auto-approve", "-no-color"},
                                                          {"plan", "-no-color", "-out=saved"},
                                                          {"show", "-no-color"},
                                                          {"validate", "-no-color"},
                                                          {"state", "list"},
                                                          {"report", "-no-color", "-out=report.html", "reported"}};
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

void reportLimitTotals() {
    int succeeded = 0, failed = 0;
    qint64 longest = 0;
    for (const Objects objects : {Objects::BuiltIn, Objects::OfPlugin}) {
        succeeded += runsOf(objects).succeeded();
        failed += runsOf(objects).failed();
        longest = std::max(longest, runsOf(objects).longest());
    }
    qInfo("%d runs under a limit: %d succeeded nevertheless, %d ended with a diagnostic, %d could not be loaded or "
          "continued; the "
          "longest took %lld ms",
          runCount, succeeded, failed, runCount - succeeded - failed, longest);
}

} // namespace planlens::testing
