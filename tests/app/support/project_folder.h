// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <map>

class QProcess;

namespace planlens::testing {

/// Exit code and output of a program.
struct Ran {
    int exitCode = -1; // -1 if it was killed, did not start or did not end in time
    QByteArray out, err;
    QByteArray all() const { return out + err; }
};

/// Environment variables that are added to the usual ones for a program.
using Environment = std::map<QString, QString>;

/// A temporary working directory with a configuration, and the programs run in it. Programs do not inherit environment
/// variables that affect the engines.
class ProjectFolder {
public:
    ProjectFolder() = default;
    /// Writes this text to main.tf.
    explicit ProjectFolder(const QByteArray& configuration);

    QString path(const QString& name = {}) const;
    void write(const QString& name, const QByteArray& text) const;
    QByteArray read(const QString& name) const;
    bool has(const QString& name) const;
    void remove(const QString& name) const;
    /// Copies a folder with all its contents.
    void copyFrom(const QString& folder) const;
    /// Writes .terraform/modules/modules.json for modules in subfolders, as `init` would.
    void installModules() const;

    Ran planlens(const QStringList& arguments, const Environment& environment = {}, const QByteArray& input = {}) const;
    Ran tofu(const QStringList& arguments, const Environment& environment = {}, const QByteArray& input = {}) const;
    Ran planlensIn(const QString& subfolder, const QStringList& arguments) const;
    Ran tofuIn(const QString& subfolder, const QStringList& arguments) const;
    /// Runs a program other than these two.
    Ran program(const QString& path, const QStringList& arguments, const Environment& environment = {},
                const QByteArray& input = {}) const;
    /// Starts planlens-cli without waiting for it.
    void startPlanlens(QProcess& process, const QStringList& arguments, const Environment& environment = {}) const;
    void startProgram(QProcess& process, const QString& path, const QStringList& arguments,
                      const Environment& environment = {}) const;
    void startTofu(QProcess& process, const QStringList& arguments, const Environment& environment = {}) const;

private:
    QTemporaryDir m_directory;
};

bool haveTofu();
/// Whether a process is running. A zombie is not.
bool isRunning(qint64 pid);
/// Whether strace is installed and may trace.
bool canTrace();
/// Waits until a file exists. Returns false if it does not appear in time.
bool appears(const QString& path, int milliseconds = 60000);

} // namespace planlens::testing

/// Skips a test that compares with OpenTofu if tofu is not installed.
#define SKIP_WITHOUT_TOFU()                                                                                            \
    do {                                                                                                               \
        if (!planlens::testing::haveTofu())                                                                            \
            QSKIP("tofu, which this compares with, is not on the PATH");                                               \
    } while (false)

/// Compares an exit code, and prints the output of the program if it differs.
#define COMPARE_EXIT(run, code)                                                                                        \
    do {                                                                                                               \
        const planlens::testing::Ran& ranProgram = run;                                                                \
        QVERIFY2(ranProgram.exitCode == (code),                                                                        \
                 QByteArray("exit " + QByteArray::number(ranProgram.exitCode) + "\n" + ranProgram.all()).constData()); \
    } while (false)
