// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/window/main_window.h"

#include <QAction>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>

/// What tests of windows need beside the window.
namespace planlens::testing {

/// Whether the file has this text now; the test has failed where it has not.
inline bool write(const QString& path, const QByteArray& text) {
    QFile file(path);
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    return QTest::qVerify(isWritten, "write", qPrintable(path), __FILE__, __LINE__);
}

/// Nothing where there is no such file.
inline QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QJsonObject stateIn(const QString& folder) {
    return QJsonDocument::fromJson(read(folder + QStringLiteral("/terraform.tfstate"))).object();
}

/// The plan of one of tests/cases, as the reference tells it.
inline QString casePlan(const QString& name) {
    return QStringLiteral(PLANLENS_SOURCE_DIR "/tests/cases/%1/expect/plan.json").arg(name);
}

/// Waits until the window has planned, opened or applied.
inline bool settle(widgets::MainWindow& window, int limit = 20000) {
    QSignalSpy settled(&window, &widgets::MainWindow::settled);
    return settled.wait(limit);
}

/// Lists the changes by module: those of the root module are top-level rows.
inline void listByModule(widgets::MainWindow& window) {
    window.findChild<QAction*>(QStringLiteral("order-module"))->trigger();
    QCoreApplication::processEvents(); // the view lays out its rows later
}

/// A part of a window, by the name that it has there.
template <typename Widget>
Widget* named(const QWidget& in, const char* name) {
    return in.findChild<Widget*>(QLatin1String(name));
}

/// What the change page says of the selected change, module or plan: its summary, then its reasons.
inline QString whyText(const QWidget& window) {
    QStringList texts;
    for (const char* name : {"why-summary", "why"})
        if (const auto* browser = named<QTextBrowser>(window, name); !browser->isHidden())
            texts.append(browser->toPlainText());
    return texts.join(u'\n');
}

} // namespace planlens::testing
