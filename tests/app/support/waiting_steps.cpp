// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/waiting_steps.h"

#include <QFile>
#include <QThread>

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace planlens::testing {

namespace {

const QByteArray state =
    R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"other","outputs":{"value":{"value":"v","type":"string"}},"resources":[],"check_results":null})"
    "\n";

} // namespace

int openForWriting(const QString& path) {
    for (int i = 0; i < 6000; ++i) {
        const int file = ::open(QFile::encodeName(path).constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        if (file >= 0 || errno != ENXIO)
            return file;
        QThread::msleep(10);
    }
    return -1;
}

WaitingSteps::WaitingSteps(const ProjectFolder& folder, int count)
    : m_folder(folder)
    , m_open(static_cast<std::size_t>(count), -1) {
    QByteArray text = "resource \"terraform_data\" \"start\" {\n  input = 1\n}\n";
    QByteArray before = "terraform_data.start";
    for (int i = 0; i < count; ++i) {
        const QByteArray n = QByteArray::number(i);
        text += "data \"terraform_remote_state\" \"step" + n +
                "\" {\n  backend    = \"local\"\n  config     = { path = \"" + pipe(i).toUtf8() +
                "\" }\n  depends_on = [" + before + "]\n}\n";
        text += "resource \"terraform_data\" \"after" + n + "\" {\n  input = data.terraform_remote_state.step" + n +
                ".outputs.value\n}\n";
        before = "terraform_data.after" + n;
        ::mkfifo(QFile::encodeName(pipe(i)).constData(), 0600);
    }
    folder.write(QStringLiteral("main.tf"), text);
}

WaitingSteps::~WaitingSteps() {
    for (const int file : m_open)
        if (file >= 0)
            ::close(file);
}

bool WaitingSteps::release(int step) {
    if (!isReached(step))
        return false;
    const int file = std::exchange(m_open[static_cast<std::size_t>(step)], -1);
    const bool written = ::write(file, state.constData(), static_cast<std::size_t>(state.size())) == state.size();
    ::close(file);
    return written;
}

bool WaitingSteps::isReached(int step) {
    int& file = m_open[static_cast<std::size_t>(step)];
    if (file < 0)
        file = openForWriting(pipe(step));
    return file >= 0;
}

void WaitingSteps::replaceByFiles() const {
    for (int i = 0; i < static_cast<int>(m_open.size()); ++i) {
        QFile::remove(pipe(i));
        m_folder.write(QStringLiteral("pipe%1").arg(i), state);
    }
}

QString WaitingSteps::pipe(int step) const {
    return m_folder.path(QStringLiteral("pipe%1").arg(step));
}

} // namespace planlens::testing
