// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/windows.h"

#include <QDir>
#include <QTemporaryDir>

namespace planlens::testing {

/// Makes a folder whose configuration has two instances of a resource, which is named like it. Returns its path.
inline QString makeFolder(const QTemporaryDir& in, const QString& name) {
    QDir(in.path()).mkdir(name);
    write(in.filePath(name + QStringLiteral("/main.tf")),
          "resource \"terraform_data\" \"" + name.toLatin1() + "\" {\n  count = 2\n}\n");
    return in.filePath(name);
}

/// Sends a key to the window after activating it.
inline void press(widgets::MainWindow& window, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, key, modifiers);
}

} // namespace planlens::testing
