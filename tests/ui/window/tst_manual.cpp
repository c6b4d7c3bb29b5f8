// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"

#include <QAction>
#include <QDialog>
#include <QDir>
#include <QListWidget>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>

using namespace planlens;
using namespace planlens::testing;

/// The manual in the Help menu.
class TestManual final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void contentsOpenEveryPage() {
        widgets::MainWindow window;
        window.show();
        window.findChild<QAction*>(QStringLiteral("manual"))->trigger();
        auto* dialog = window.findChild<QDialog*>(QStringLiteral("manual"));
        QVERIFY(dialog && dialog->isVisible());
        auto* contents = named<QListWidget>(*dialog, "manual-contents");
        auto* page = named<QTextBrowser>(*dialog, "manual-page");
        QVERIFY(page->toPlainText().startsWith(QStringLiteral("Planlens manual")));
        QCOMPARE(contents->count(), QDir(QStringLiteral(":/manual")).entryList({QStringLiteral("*.md")}).size());
        for (int row = 1; row < contents->count(); ++row) {
            QTest::keyClick(contents, Qt::Key_Down);
            QCOMPARE(contents->currentRow(), row);
            const QString title = page->document()->firstBlock().text();
            QVERIFY2(!title.isEmpty() && !title.startsWith(QStringLiteral("Planlens manual")),
                     qPrintable(contents->currentItem()->text()));
        }
    }

    void linkSelectsItsPage() {
        widgets::MainWindow window;
        window.show();
        window.findChild<QAction*>(QStringLiteral("manual"))->trigger();
        auto* dialog = window.findChild<QDialog*>(QStringLiteral("manual"));
        auto* page = named<QTextBrowser>(*dialog, "manual-page");
        page->setSource(QUrl(QStringLiteral("reviewing.md")));
        QCOMPARE(named<QListWidget>(*dialog, "manual-contents")->currentItem()->text(),
                 QStringLiteral("Reviewing a plan"));
        QCOMPARE(page->horizontalScrollBar()->maximum(), 0); // its picture fits
        const QString shown = page->toPlainText();
        page->setSource(QUrl(QStringLiteral("../ARCHITECTURE.md"))); // not a part of the manual
        QCOMPARE(page->toPlainText(), shown);
    }
};

QTEST_MAIN(TestManual)
#include "tst_manual.moc"
