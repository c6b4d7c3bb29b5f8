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

/// How a program ended and what it said.
struct Ran {
    int exitCode = -1; // -1 where it was killed, did not start or did not end in time
    QByteArray out, err;
    QByteArray all() const { return out + err; }
};

/// Variables of the environment that a program gets besides the usual ones.
using Environment = std::map<QString, QString>;

/// A working directory of a configuration that goes with the object, and the programs run in it. None of the variables
/// that the engines obey is taken over from whoever runs the tests.
class ProjectFolder {
public:
    ProjectFolder() = default;
    /// With this as its main.tf.
    explicit ProjectFolder(const QByteArray& configuration);

    QString path(const QString& name = {}) const;
    void write(const QString& name, const QByteArray& text) const;
    QByteArray read(const QString& name) const;
    bool has(const QString& name) const;
    void remove(const QString& name) const;
    /// Copies a folder with everything in it.
    void copyFrom(const QString& folder) const;
    /// Writes .terraform/modules/modules.json for the modules in folders below, as `init` would.
    void installModules() const;

    Ran planlens(const QStringList& arguments, const Environment& environment = {}, const QByteArray& input = {}) const;
    Ran tofu(const QStringList& arguments, const Environment& environment = {}, const QByteArray& input = {}) const;
    Ran planlensIn(const QString& subfolder, const QStringList& arguments) const;
    Ran tofuIn(const QString& subfolder, const QStringList& arguments) const;
    /// Another program than these two.
    Ran program(const QString& path, const QStringList& arguments, const Environment& environment = {},
                const QByteArray& input = {}) const;
    /// Starts without waiting.
    void startPlanlens(QProcess& process, const QStringList& arguments, const Environment& environment = {}) const;
    void startProgram(QProcess& process, const QString& path, const QStringList& arguments,
                      const Environment& environment = {}) const;
    void startTofu(QProcess& process, const QStringList& arguments, const Environment& environment = {}) const;

private:
    QTemporaryDir m_directory;
};

bool haveTofu();
/// Whether a process runs; one that has ended but is not reaped does not.
bool isRunning(qint64 pid);
/// Waits until a file is there; false where it does not come in time.
bool appears(const QString& path, int milliseconds = 60000);

} // namespace planlens::testing

/// Leaves a test that compares with the reference where there is none.
#define SKIP_WITHOUT_TOFU()                                                                                            \
    do {                                                                                                               \
        if (!planlens::testing::haveTofu())                                                                            \
            QSKIP("tofu, which this compares with, is not on the PATH");                                               \
    } while (false)

/// Compares an exit code, and shows what the program said where it is another one.
#define COMPARE_EXIT(run, code)                                                                                        \
    do {                                                                                                               \
        const planlens::testing::Ran& ranProgram = run;                                                                \
        QVERIFY2(ranProgram.exitCode == (code),                                                                        \
                 QByteArray("exit " + QByteArray::number(ranProgram.exitCode) + "\n" + ranProgram.all()).constData()); \
    } while (false)
