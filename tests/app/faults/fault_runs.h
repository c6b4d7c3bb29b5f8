// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/app/support/project_folder.h"

#include <QProcess>
#include <QStringList>

#include <vector>

namespace planlens::testing {

/// One call that fails, or one and all later calls of its kind.
struct Fault {
    QString kind;
    int number = 1; // counted from 1
    int error = 0;  // an errno
    enum class Mode { Once, On } mode = Mode::Once;
    QString toString() const;
};

/// A limit of the system on a process, by the name of an option of prlimit.
struct Limit {
    QString option; // "nofile", "nproc", "as", "data" or "fsize"
    qint64 value = 0;
};

/// A small folder in which something is to be created, updated and destroyed.
enum class Objects { BuiltIn, OfPlugin };

/// Runs commands in copies of a folder while calls of the system fail.
class FaultRuns {
public:
    explicit FaultRuns(Objects objects);

    /// How many calls of a kind a command makes without faults.
    int calls(const QStringList& command, const QString& kind) const;
    /// Returns what is wrong after the command has met the fault: it hung, was ended by a signal, said nothing, left a
    /// state that cannot be read, or lost an object. Empty if nothing is.
    QString problemAfter(const QStringList& command, const Fault& fault);
    /// The same, under a limit. As root, a command with a limit on processes runs as another user, who has no others.
    QString problemUnder(const QStringList& command, const Limit& limit);
    int succeeded() const { return m_succeeded; }
    int failed() const { return m_failed; }

private:
    Environment environmentIn(const ProjectFolder& folder) const;
    struct End {
        Ran ran;
        QString problem; // if it did not end as it should
    };
    static End endOf(QProcess& process);
    QString problemIn(const ProjectFolder& folder, const Ran& ran) const;

    const Objects m_objects;
    const ProjectFolder m_plugin, m_origin;
    int m_succeeded = 0, m_failed = 0;
};

/// The runs in a folder, which is prepared once.
FaultRuns& runsOf(Objects objects);
/// Whether PLANLENS_FAULTS=all asks for all runs.
bool isComplete();

/// Rows of commands, folders, kinds and errors. By default a fixed part of them, each with one number of a call; with
/// PLANLENS_FAULTS=all all of them with all numbers.
void addFaultRows(const QStringList& kinds);
/// The numbers of calls to let fail, out of so many; about `quickly` of them in a quick run.
std::vector<int> faultNumbers(int calls, int quickly = 1);
/// Tests the current row, and adds to the totals.
void runFaultRow();
void reportFaultTotals();

} // namespace planlens::testing
