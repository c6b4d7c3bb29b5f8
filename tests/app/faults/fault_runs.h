// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/app/support/project_folder.h"

#include <QProcess>
#include <QStringList>

#include <map>
#include <vector>

namespace planlens::testing {

/// A call that fails, or that call and all later ones of its kind.
struct Fault {
    QString kind;
    int number = 1; // counted from 1
    int error = 0;  // errno
    enum class Mode { Once, On } mode = Mode::Once;
    QString toString() const;
};

/// A limit on the resources of a process, named after an option of prlimit.
struct Limit {
    QString option; // "nofile", "nproc", "as", "data" or "fsize"
    qint64 value = 0;
};

/// A small folder with objects to create, update and destroy. That of Encrypted has built-in objects, and encrypts
/// states and plans.
enum class Objects { BuiltIn, OfPlugin, Encrypted };

/// The first word of a command of the window. Arguments of planlens-window-apply follow.
inline const QString windowCommand = "window";

/// Runs commands in copies of a folder with failing system calls.
class FaultRuns {
public:
    explicit FaultRuns(Objects objects);

    /// Returns how many calls of a kind a command makes without faults.
    int calls(const QStringList& command, const QString& kind) const;
    /// Runs the command with the fault. Returns a description of the first problem: the command hung, was ended by a
    /// signal, printed no error, succeeded without its output, left an unreadable state, or lost an object. Empty if
    /// there is none.
    QString problemAfter(const QStringList& command, const Fault& fault);
    /// Like problemAfter(), under a limit. As root, a limit on processes applies to a user without other processes.
    QString problemUnder(const QStringList& command, const Limit& limit);
    int succeeded() const { return m_succeeded; }
    int failed() const { return m_failed; }
    /// Returns the milliseconds of the run that took longest.
    qint64 longest() const { return m_longest; }

private:
    Environment environmentIn(const ProjectFolder& folder) const;
    struct End {
        Ran ran;
        QString problem; // if the command did not end as it should
    };
    End endOf(QProcess& process);
    /// Returns the lines that the command prints without faults, sorted.
    const QByteArrayList& expectedLines(const QStringList& command);
    /// How the program ended: after an error, or at any moment, like after a kill.
    enum class Ending { Regular, Sudden };
    QString problemIn(const ProjectFolder& folder, const QStringList& command, const Ran& ran,
                      Ending ending = Ending::Regular) const;

    const Objects m_objects;
    const ProjectFolder m_plugin, m_origin;
    int m_succeeded = 0, m_failed = 0;
    qint64 m_longest = 0;
    std::map<QStringList, QByteArrayList> m_expectedLines; // by command
};

/// Returns the runs in a folder, which is prepared once.
FaultRuns& runsOf(Objects objects);
/// Whether PLANLENS_FAULTS=all requests all runs.
bool isComplete();

/// The programs that run with faults. The window runs in a program that approves and applies a plan.
enum class Programs { CommandLine, Window };

/// Adds rows of commands, folders, kinds and errors: by default a fixed sample, each with the number of one call; with
/// PLANLENS_FAULTS=all, all combinations with up to `most` numbers each.
void addFaultRows(const QStringList& kinds, Programs programs = Programs::CommandLine, int most = 500);
/// Returns the numbers of the calls that fail, out of `calls`: up to `most`, or `quickly` of them in a quick run.
std::vector<int> faultNumbers(int calls, int quickly = 1, int most = 500);
/// Tests the current row and adds its results to the totals.
void runFaultRow();
void reportFaultTotals();

} // namespace planlens::testing
