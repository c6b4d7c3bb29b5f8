// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/windows.h"
#include "ui/pages/review/review_page.h"
#include "ui/window/main_window.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

/// Shared by tests of plans that are approved in a window.
namespace planlens::testing {

inline constexpr const char* configuration =
    "resource \"terraform_data\" \"base\" {\n  input = 1\n}\n"
    "resource \"terraform_data\" \"user\" {\n  input = terraform_data.base.id\n}\n";

inline QString cell(const QTableView& table, int row, int column) {
    return table.model()->index(row, column).data().toString();
}

/// The text of a label.
inline QString text(const QWidget& in, const char* name) {
    const auto* label = in.findChild<QLabel*>(QString::fromLatin1(name));
    return label ? label->text() : QStringLiteral("(no label)");
}

/// Plans a folder, approves the plan and waits for the next plan.
inline bool applyAll(widgets::MainWindow& window) {
    auto* approve = window.findChild<QPushButton*>(QStringLiteral("approve"));
    if (!approve->isEnabled())
        return false;
    window.approve();
    if (auto* word = window.reviewPage()->findChild<QLineEdit*>(QStringLiteral("word")))
        QTest::keyClicks(word, window.reviewPage()->word());
    QSignalSpy settled(&window, &widgets::MainWindow::settled);
    QTest::mouseClick(window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
    return settled.wait(30000);
}

} // namespace planlens::testing
