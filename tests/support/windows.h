// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/plain_text.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <filesystem>

/// Helpers for tests of windows.
namespace planlens::testing {

/// Writes a file. Returns false, after failing the test, if that is not possible.
inline bool write(const QString& path, const QByteArray& text) {
    QFile file(path);
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    return QTest::qVerify(isWritten, "write", qPrintable(path), __FILE__, __LINE__);
}

/// Copies a folder with everything in it.
inline void copyFolder(const QString& from, const QString& to) {
    QDir().mkpath(to);
    std::filesystem::copy(from.toStdString(), to.toStdString(), std::filesystem::copy_options::recursive);
}

/// Reads a file; empty if it does not exist.
inline QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QJsonObject stateIn(const QString& folder) {
    return QJsonDocument::fromJson(read(folder + QStringLiteral("/terraform.tfstate"))).object();
}

/// Returns the path of the plan of one of tests/cases, as JSON recorded with OpenTofu.
inline QString casePlan(const QString& name) {
    return QStringLiteral(PLANLENS_SOURCE_DIR "/tests/cases/%1/expect/plan.json").arg(name);
}

/// Waits until the window has finished planning, opening or applying.
inline bool settle(widgets::MainWindow& window, int limit = 20000) {
    QSignalSpy settled(&window, &widgets::MainWindow::settled);
    return settled.wait(limit);
}

/// Groups the changes by module. Changes of the root module are top-level rows.
inline void listByModule(widgets::MainWindow& window) {
    window.findChild<QAction*>(QStringLiteral("order-module"))->trigger();
    QCoreApplication::processEvents(); // the view lays out its rows in a later event
}

/// Finds a child of a window by its object name.
template <typename Widget>
Widget* named(const QWidget& in, const char* name) {
    return in.findChild<Widget*>(QLatin1String(name));
}

/// Returns the text of the change page for the selected change, module or plan: its summary, then its reasons.
inline QString whyText(const QWidget& window) {
    QStringList texts;
    for (const char* name : {"why-summary", "why"})
        if (const auto* browser = named<QTextBrowser>(window, name); !browser->isHidden())
            texts.append(withoutBreaks(browser->toPlainText()));
    return texts.join(u'\n');
}

} // namespace planlens::testing
