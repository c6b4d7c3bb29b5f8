// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/difference_rows.h"
#include "tests/support/windows.h"
#include "ui/models/roles.h"
#include "ui/pages/drawer/difference_page.h"
#include "ui/window/what_if.h"

#include <QApplication>
#include <QDateTime>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

namespace planlens::testing {

/// A window that has planned a folder and shows the page of the difference.
struct ComparingWindow {
    explicit ComparingWindow(const QTemporaryDir& folder) {
        window.resize(1280, 800);
        window.show();
        window.openFolder(folder.path());
        isSettled = settle(window) && window.showView(QStringLiteral("difference"));
        whatIf = window.findChild<widgets::WhatIf*>();
        history = window.findChild<QTableView*>(QStringLiteral("history"));
    }
    bool planAgain() {
        QApplication::setActiveWindow(&window); // it may be inactive after a menu
        QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
        return settle(window);
    }
    QStringList rows() const { return differenceRows(whatIf->page().model()); }
    QString summary() const { return named<QLabel>(window, "difference-summary")->text(); }
    QString note() const {
        const auto* label = named<QLabel>(window, "difference-note");
        return label->isVisible() ? label->text() : QString();
    }
    /// Returns the message that the page shows instead of a list.
    QString message() const {
        const auto* label = named<QLabel>(whatIf->page(), "empty");
        return label->isVisible() ? label->text() : QString();
    }
    /// Opens the menu of the page with the mouse, clicks on the entry unless negative, and returns all entries.
    QStringList clickInMenu(int entry) {
        QStringList texts;
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, &window, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu)
                return;
            timer.stop();
            QList<QAction*> entries;
            for (QAction* action : menu->actions())
                if (!action->isSeparator())
                    entries.append(action);
            for (const QAction* action : entries)
                texts.append((action->isChecked()   ? QStringLiteral("✓ ")
                              : action->isEnabled() ? QString()
                                                    : QStringLiteral("– ")) +
                             action->text());
            if (entry >= 0 && entry < entries.size())
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(entries[entry]).center());
            else
                QTest::keyClick(menu, Qt::Key_Escape);
        });
        timer.start(10);
        QTest::mouseClick(named<QToolButton>(window, "compare"), Qt::LeftButton);
        return texts;
    }
    /// Returns all texts of the window about the difference.
    QString allTexts() const {
        QStringList all = rows();
        const models::DifferenceModel& model = whatIf->page().model();
        for (int row = 0; row < model.rowCount(); ++row)
            for (int column = 0; column < model.columnCount(); ++column)
                for (const int role : {int(Qt::ToolTipRole), int(Qt::AccessibleTextRole), int(Qt::UserRole)})
                    all.append(model.index(row, column).data(role).toString());
        for (const QWidget* widget : whatIf->page().findChildren<QWidget*>())
            all << widget->toolTip() << widget->accessibleName() << widget->accessibleDescription();
        for (const QLabel* label : whatIf->page().findChildren<QLabel*>())
            all.append(label->text());
        for (const QAction* action : whatIf->compareMenu()->actions())
            all << action->text() << action->toolTip();
        return all.join(u'\n');
    }

    widgets::MainWindow window;
    bool isSettled = false;
    widgets::WhatIf* whatIf = nullptr;
    QTableView* history = nullptr;
};

/// Plans a folder in a new window and waits until the plan is stored and the next second has begun, so that the times
/// of plans differ.
inline bool planAndClose(const QTemporaryDir& folder) {
    ComparingWindow opened(folder);
    const qint64 second = QDateTime::currentSecsSinceEpoch();
    return opened.isSettled &&
           QTest::qWaitFor(
               [&] { return opened.history->model()->rowCount() > 0 && QDateTime::currentSecsSinceEpoch() > second; },
               10000);
}

} // namespace planlens::testing
