// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QThread>

namespace planlens::testing {

namespace {

QProcessEnvironment environmentOf(const Environment& more) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString& name : environment.keys())
        if (name.startsWith(QLatin1String("TF_")))
            environment.remove(name);
    environment.insert(QStringLiteral("TF_CLI_CONFIG_FILE"), QStringLiteral("/dev/null"));
    environment.insert(QStringLiteral("CHECKPOINT_DISABLE"), QStringLiteral("1"));
    static const QTemporaryDir state; // not that of the user
    environment.insert(QStringLiteral("XDG_STATE_HOME"), state.path());
    for (const auto& [name, value] : more)
        environment.insert(name, value);
    return environment;
}

void start(QProcess& process, const QString& program, const QStringList& arguments, const QString& folder,
           const Environment& environment) {
    process.setWorkingDirectory(folder);
    process.setProcessEnvironment(environmentOf(environment));
    process.start(program, arguments);
    process.waitForStarted();
}

Ran run(const QString& program, const QStringList& arguments, const QString& folder, const Environment& environment,
        const QByteArray& input) {
    QProcess process;
    start(process, program, arguments, folder, environment);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(240000)) {
        process.kill();
        process.waitForFinished();
        return {-1, process.readAllStandardOutput(), process.readAllStandardError() + "\nno end in time"};
    }
    const int code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return {code, process.readAllStandardOutput(), process.readAllStandardError()};
}

/// Adds the modules that the files of a folder call by relative paths, recursively.
void addModules(const QDir& root, const QString& folder, const QString& key, QJsonArray& modules) {
    static const QRegularExpression call(QStringLiteral(R"re(module\s+"([^"]+)"\s*\{.*?source\s*=\s*"(\.[^"$]*)")re"),
                                         QRegularExpression::DotMatchesEverythingOption);
    const QDir here(root.filePath(folder));
    for (const QString& name :
         here.entryList({QStringLiteral("*.tf"), QStringLiteral("*.tofu")}, QDir::Files, QDir::Name)) {
        QFile file(here.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QString text = QString::fromUtf8(file.readAll());
        for (auto calls = call.globalMatch(text); calls.hasNext();) {
            const QRegularExpressionMatch match = calls.next();
            const QString below = key.isEmpty() ? match.captured(1) : key + QLatin1Char('.') + match.captured(1);
            const QString called = QDir::cleanPath(folder + QLatin1Char('/') + match.captured(2));
            modules.append(QJsonObject{{QStringLiteral("Key"), below},
                                       {QStringLiteral("Source"), match.captured(2)},
                                       {QStringLiteral("Dir"), called}});
            addModules(root, called, below, modules);
        }
    }
}

} // namespace

ProjectFolder::ProjectFolder(const QByteArray& configuration) {
    write(QStringLiteral("main.tf"), configuration);
}

QString ProjectFolder::path(const QString& name) const {
    return name.isEmpty() ? m_directory.path() : m_directory.filePath(name);
}

void ProjectFolder::write(const QString& name, const QByteArray& text) const {
    QDir().mkpath(QFileInfo(path(name)).path());
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("%s cannot be written", qPrintable(path(name)));
}

QByteArray ProjectFolder::read(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool ProjectFolder::has(const QString& name) const {
    return QFileInfo::exists(path(name));
}

void ProjectFolder::remove(const QString& name) const {
    QFile::remove(path(name));
}

void ProjectFolder::copyFrom(const QString& folder) const {
    const QDir from(folder);
    for (QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); files.hasNext();) {
        const QString file = files.next();
        const QString target = path(from.relativeFilePath(file));
        QDir().mkpath(QFileInfo(target).path());
        QFile::copy(file, target);
        QFile::setPermissions(target, QFile::ReadOwner | QFile::WriteOwner);
    }
}

void ProjectFolder::installModules() const {
    QJsonArray modules;
    addModules(QDir(path()), QStringLiteral("."), {}, modules);
    if (modules.isEmpty())
        return;
    modules.prepend(QJsonObject{{QStringLiteral("Key"), QString()},
                                {QStringLiteral("Source"), QString()},
                                {QStringLiteral("Dir"), QStringLiteral(".")}});
    write(QStringLiteral(".terraform/modules/modules.json"),
          QJsonDocument(QJsonObject{{QStringLiteral("Modules"), modules}}).toJson());
}

Ran ProjectFolder::planlens(const QStringList& arguments, const Environment& environment,
                            const QByteArray& input) const {
    return run(QStringLiteral(PLANLENS_CLI), arguments, path(), environment, input);
}

Ran ProjectFolder::tofu(const QStringList& arguments, const Environment& environment, const QByteArray& input) const {
    return run(QStringLiteral("tofu"), arguments, path(), environment, input);
}

Ran ProjectFolder::planlensIn(const QString& subfolder, const QStringList& arguments) const {
    return run(QStringLiteral(PLANLENS_CLI), arguments, path(subfolder), {}, {});
}

Ran ProjectFolder::tofuIn(const QString& subfolder, const QStringList& arguments) const {
    return run(QStringLiteral("tofu"), arguments, path(subfolder), {}, {});
}

Ran ProjectFolder::program(const QString& path, const QStringList& arguments, const Environment& environment,
                           const QByteArray& input) const {
    return run(path, arguments, this->path(), environment, input);
}

void ProjectFolder::startPlanlens(QProcess& process, const QStringList& arguments,
                                  const Environment& environment) const {
    start(process, QStringLiteral(PLANLENS_CLI), arguments, path(), environment);
}

void ProjectFolder::startProgram(QProcess& process, const QString& path, const QStringList& arguments,
                                 const Environment& environment) const {
    start(process, path, arguments, this->path(), environment);
}

void ProjectFolder::startTofu(QProcess& process, const QStringList& arguments, const Environment& environment) const {
    start(process, QStringLiteral("tofu"), arguments, path(), environment);
}

bool isRunning(qint64 pid) {
    QFile status(QStringLiteral("/proc/%1/stat").arg(pid));
    return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z ");
}

bool haveTofu() {
    return !QStandardPaths::findExecutable(QStringLiteral("tofu")).isEmpty();
}

bool canTrace() {
    if (QStandardPaths::findExecutable("strace").isEmpty())
        return false;
    QProcess process;
    process.start("strace", {"-o", "/dev/null", "true"});
    return process.waitForFinished(10000) && process.exitCode() == 0;
}

bool appears(const QString& path, int milliseconds) {
    QElapsedTimer timer;
    timer.start();
    while (!QFileInfo::exists(path)) {
        if (timer.elapsed() > milliseconds)
            return false;
        QThread::msleep(5);
    }
    return true;
}

} // namespace planlens::testing
