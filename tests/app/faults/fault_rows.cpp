// SPDX-License-Identifier: MPL-2.0
#include "tests/app/faults/fault_runs.h"

#include <QtTest>

#include <algorithm>
#include <cerrno>
#include <map>

namespace planlens::testing {

namespace {

const char* nameOf(Objects objects) {
    return objects == Objects::BuiltIn ? "built-in" : objects == Objects::OfPlugin ? "plugin" : "encrypted";
}

struct Row {
    QStringList command;
    Objects objects = Objects::BuiltIn;
    Fault fault;
    std::vector<int> numbers = {}; // of calls; if empty, those of faultNumbers()
};
std::vector<Row> rows;

int mostNumbers = 0; // of a row

struct Totals {
    int runs = 0, succeeded = 0, failed = 0;
    qint64 longest = 0; // milliseconds
} totals;

/// Returns the errors that the system reports for calls of this kind.
std::vector<int> errorsOf(const QString& kind) {
    static const std::map<QString, std::vector<int>> errors{{"open", {EMFILE, EACCES, EIO}},
                                                            {"read", {EIO, EINTR}},
                                                            {"write", {ENOSPC, EIO, EINTR}},
                                                            {"sync", {EIO}},
                                                            {"truncate", {ENOSPC}},
                                                            {"rename", {EACCES}},
                                                            {"unlink", {EACCES}},
                                                            {"lock", {ENOLCK}},
                                                            {"map", {ENOMEM}},
                                                            {"socket", {EMFILE}},
                                                            {"spawn", {EAGAIN}},
                                                            {"thread", {EAGAIN}},
                                                            {"short", {0}},
                                                            {"status", {EACCES, EIO}},
                                                            {"folder", {EMFILE, EIO}},
                                                            {"make", {ENOSPC}},
                                                            {"mode", {EPERM}},
                                                            {"pipe", {EMFILE}},
                                                            {"poll", {EINTR}},
                                                            {"load", {ENOMEM}},
                                                            {"allocate", {ENOSPC}},
                                                            {"new", {ENOMEM}}};
    return errors.at(kind);
}

} // namespace

bool isComplete() {
    return qEnvironmentVariable("PLANLENS_FAULTS") == "all";
}

/// Returns the rows for faults that once caused bugs.
static std::vector<Row> regressions() {
    const QStringList apply{"apply", "-auto-approve", "-no-color"};
    const QStringList plan{"plan", "-no-color"};
    const QStringList move{"state", "mv", "terraform_data.replaced", "terraform_data.moved"};
    const auto upTo = [](int last, int step = 1) {
        std::vector<int> numbers;
        for (int number = step; number <= last; number += step)
            numbers.push_back(number);
        return numbers;
    };
    return {
        {apply, Objects::OfPlugin, {"thread", 1, EAGAIN, Fault::Mode::Once}, {30, 31, 32, 33, 45, 50}}, // gRPC
        {apply, Objects::OfPlugin, {"thread", 1, EAGAIN, Fault::Mode::On}, {28, 31, 33}},
        {plan, Objects::OfPlugin, {"poll", 1, ENOMEM, Fault::Mode::On}, {1, 2, 3}},
        // The state file is being rewritten.
        {move, Objects::BuiltIn, {"sync", 1, EIO, Fault::Mode::Once}, {5, 6, 7, 8, 9}},
        {move, Objects::BuiltIn, {"sync", 1, EIO, Fault::Mode::On}, {6, 7, 8, 9}},
        {move, Objects::BuiltIn, {"write", 1, ENOSPC, Fault::Mode::Once}, {2, 3, 4, 5, 6}},
        {move, Objects::BuiltIn, {"write", 1, ENOSPC, Fault::Mode::On}, {2, 3, 4, 5}},
        {move, Objects::BuiltIn, {"truncate", 1, EIO, Fault::Mode::Once}, {1}},
        {move, Objects::BuiltIn, {"truncate", 1, EIO, Fault::Mode::On}, {1}},
        {move, Objects::BuiltIn, {"allocate", 1, ENOSPC, Fault::Mode::On}, {1}},
        // Variables files, the CLI configuration and parts of the output were left out.
        {plan, Objects::BuiltIn, {"folder", 1, EIO, Fault::Mode::Once}, upTo(90)},
        {{"workspace", "list"}, Objects::BuiltIn, {"folder", 1, EMFILE, Fault::Mode::Once}, upTo(60)},
        {plan, Objects::OfPlugin, {"open", 1, EIO, Fault::Mode::Once}, {1, 2, 3, 4, 5, 6}},
        {plan, Objects::BuiltIn, {"write", 1, EINTR, Fault::Mode::Once}, {1, 2, 3}},
        // Iterators of directories ended the program.
        {{"validate", "-no-color"}, Objects::BuiltIn, {"new", 1, ENOMEM, Fault::Mode::Once}, upTo(2000, 13)},
        // Other threads waited for the project whose planning had failed.
        {{"projects", "plan", "-out=results"},
         Objects::BuiltIn,
         {"new", 1, ENOMEM, Fault::Mode::Once},
         upTo(6000, 150)},
        // A file system that always reports an interruption.
        {move, Objects::BuiltIn, {"write", 1, EINTR, Fault::Mode::On}, {1, 2, 3, 4, 5}},
        {move, Objects::BuiltIn, {"open", 1, EINTR, Fault::Mode::On}, {1, 2, 3, 5, 8}},
        {move, Objects::BuiltIn, {"sync", 1, EINTR, Fault::Mode::On}, {1, 3, 5}},
        {move, Objects::BuiltIn, {"truncate", 1, EINTR, Fault::Mode::On}, {1}},
    };
}

/// Returns a name that distinguishes the commands.
static QString nameOf(const QStringList& command) {
    if (command.contains("--plan"))
        return command.front() + " that plans";
    if (command.contains("--early"))
        return command.front() + " that opens";
    if (command.front() == "state" || command.front() == "workspace" || command.front() == "projects")
        return command.mid(0, 2).join(' ');
    return command.last() == "reported" ? command.front() + " of a plan" : command.front();
}

/// Returns the commands that run with faults.
static QList<QStringList> commandsOf(Programs programs, Objects objects, const QString& kind) {
    if (programs == Programs::Window && kind == "thread") // those of the window, too
        return {{windowCommand, "."}, {windowCommand, "--plan", "."}, {windowCommand, "--early", "."}};
    if (programs == Programs::Window)
        return {{windowCommand, "."}, {windowCommand, "--plan", "."}};
    const QString type = objects == Objects::OfPlugin ? "test_thing." : "terraform_data.";
    if (objects == Objects::Encrypted) // those that write
        return {{"apply", "-auto-approve", "-no-color"},
                {"apply", "-no-color", "reported"},
                {"plan", "-no-color", "-out=saved"},
                {"state", "mv", type + "replaced", type + "moved"}};
    return {{"apply", "-auto-approve", "-no-color"},
            {"apply", "-no-color", "reported"},
            {"plan", "-no-color", "-out=saved"},
            {"show", "-no-color"},
            {"show", "-json", "reported"},
            {"validate", "-no-color"},
            {"output", "-no-color"},
            {"state", "list"},
            {"state", "mv", type + "replaced", type + "moved"},
            {"state", "rm", type + "replaced"},
            {"state", "pull"},
            {"workspace", "list"},
            {"workspace", "new", "third"},
            {"taint", type + "replaced"},
            {"refresh", "-no-color"},
            {"why", "-no-color"},
            {"report", "-no-color", "-out=report.html", "reported"},
            {"projects", "list"},
            {"projects", "plan", "-out=results"},
            {"projects", "report", "planned"}};
}

void addFaultRows(const QStringList& kinds, Programs programs, int most) {
    QTest::addColumn<int>("index");
    rows.clear();
    mostNumbers = most;
    // gRPC aborts if it runs out of memory.
    std::vector<Objects> folders{Objects::BuiltIn};
    if (!kinds.contains("new"))
        folders.push_back(Objects::OfPlugin);
    if (programs == Programs::CommandLine && kinds.contains("write"))
        folders.push_back(Objects::Encrypted);
    for (const Objects objects : folders)
        for (const QString& kind : kinds)
            for (const QStringList& command : commandsOf(programs, objects, kind))
                for (const int error : errorsOf(kind))
                    for (const Fault::Mode mode : {Fault::Mode::Once, Fault::Mode::On})
                        if (error != EINTR || mode == Fault::Mode::Once)
                            rows.push_back({command, objects, {kind, 1, error, mode}});
    const auto addRow = [](std::size_t index, const char* prefix) {
        const Row& row = rows[index];
        QTest::addRow("%s%s, %s, %s, error %d, %s", prefix, qPrintable(nameOf(row.command)), nameOf(row.objects),
                      qPrintable(row.fault.kind), row.fault.error,
                      row.fault.mode == Fault::Mode::Once ? "once" : "from then on")
            << static_cast<int>(index);
    };
    const std::size_t step = isComplete() ? 1 : std::max<std::size_t>(1, rows.size() / 16);
    const std::size_t count = rows.size();
    for (std::size_t i = 0; i < count; i += step)
        addRow(i, "");
    if (programs == Programs::Window)
        return;
    for (Row& row : regressions())
        if (kinds.contains(row.fault.kind)) {
            rows.push_back(std::move(row));
            addRow(rows.size() - 1, "regression: ");
        }
}

std::vector<int> faultNumbers(int calls, int quickly, int most) {
    std::vector<int> numbers;
    const int step = std::max(1, calls / (isComplete() ? most : quickly));
    for (int number = isComplete() ? 1 : (step + 1) / 2; number >= 1 && number <= calls; number += step)
        numbers.push_back(number);
    return numbers;
}

void runFaultRow() {
    QFETCH(int, index);
    const Row& row = rows[static_cast<std::size_t>(index)];
    FaultRuns& runs = runsOf(row.objects);
    const int before = runs.succeeded(), failedBefore = runs.failed();
    QStringList problems;
    // Widgets are constructed in few of the allocations of a window.
    const int quickly = row.fault.kind != "new" ? 1 : row.command.first() == windowCommand ? 40 : 6;
    const std::vector<int> numbers =
        row.numbers.empty() ? faultNumbers(runs.calls(row.command, row.fault.kind), quickly, mostNumbers) : row.numbers;
    for (const int number : numbers) {
        Fault fault = row.fault;
        fault.number = number;
        ++totals.runs;
        if (const QString problem = runs.problemAfter(row.command, fault); !problem.isEmpty())
            problems += fault.toString() + ": " + problem;
    }
    totals.succeeded += runs.succeeded() - before;
    totals.failed += runs.failed() - failedBefore;
    totals.longest = std::max(totals.longest, runs.longest());
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join("\n---\n")));
}

void reportFaultTotals() {
    qInfo("%d runs with a fault: %d succeeded nevertheless, %d ended with a diagnostic; the longest took %lld ms",
          totals.runs, totals.succeeded, totals.failed, totals.longest);
}

} // namespace planlens::testing
