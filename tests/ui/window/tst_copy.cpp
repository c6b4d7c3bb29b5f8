// SPDX-License-Identifier: MPL-2.0
#include "tests/support/scoped_environment.h"
#include "tests/support/state_of_three.h"
#include "tests/support/windows.h"
#include "ui/controls/change_list.h"
#include "ui/models/roles.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QJsonArray>
#include <QLabel>
#include <QRegularExpression>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

/// With stateOfThree: "base" and "user" are updated, "free" is destroyed.
constexpr auto configuration =
    "variable \"token\" {\n  default   = \"hush-hush-hush\"\n  sensitive = true\n}\n"
    "resource \"terraform_data\" \"base\" {\n  input = \"base 2\"\n}\n"
    "resource \"terraform_data\" \"user\" {\n  input = \"changed\"\n}\n"
    "resource \"terraform_data\" \"secret\" {\n  input = { token = var.token, size = 3 }\n}\n"
    "resource \"terraform_data\" \"same\" {\n  count = 3\n  input = \"same\"\n}\n";

QString address(const char* name) {
    return QStringLiteral("terraform_data.") + QString::fromLatin1(name);
}

} // namespace

/// Several selected changes, and changes in the clipboard.
class TestCopy final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(write(m_folder->filePath(QStringLiteral("main.tf")), configuration));
        QVERIFY(write(m_folder->filePath(QStringLiteral("terraform.tfstate")), stateOfThree));
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->openFolder(m_folder->path(), session::Trust::Given);
        QVERIFY(settle(*m_window));
        QCoreApplication::processEvents(); // the list lays out its rows
    }
    void cleanup() { m_window.reset(); }

    void severalChangesAreShownTogether() {
        click(address("base"));
        QVERIFY(whyText(*m_window).contains(address("base")));
        click(address("user"), Qt::ControlModifier);
        const QString text = whyText(*m_window);
        QVERIFY2(text.startsWith(QStringLiteral("2 change(s) selected")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("All of them change")) && text.contains(QStringLiteral("input")));
        QVERIFY(text.contains(address("base")) && text.contains(address("user")));
        // Commands are for all of them.
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(named<QLabel>(*m_window, "reviewed")->text(), QStringLiteral("Reviewed 2 / 7"));
        click(address("free"));
        QVERIFY(!whyText(*m_window).contains(QStringLiteral("selected")));
    }

    void aGroupIsItsChanges() {
        const auto& list = *m_window->findChild<widgets::ChangeList*>();
        const auto all = list.model()->match(list.model()->index(0, 0), Qt::DisplayRole, QStringLiteral("3 × "), 1,
                                             Qt::MatchStartsWith | Qt::MatchRecursive);
        QCOMPARE(all.size(), 1);
        clickRow(all.first());
        const QString text = whyText(*m_window);
        QVERIFY2(text.startsWith(QStringLiteral("3 change(s) selected")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("\"same\"")), qPrintable(text));
    }

    void copiesInThreeForms() {
        click(address("base"));
        click(address("secret"), Qt::ControlModifier);
        QTest::keyClick(m_window.get(), Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
        const QString text = QApplication::clipboard()->text();
        QVERIFY2(text.contains(QStringLiteral("~ terraform_data.base ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("    input: \"base 1\" → \"base 2\"\n")), qPrintable(text));
        // The id is context, not a change.
        static const QRegularExpression unchanged(QStringLiteral("\n    id: \"[^\"]+\"\n"));
        QVERIFY2(text.contains(unchanged), qPrintable(text));

        const QString hcl = copied("copy-hcl");
        QVERIFY2(hcl.startsWith(QStringLiteral("# terraform_data.base\nresource \"terraform_data\" \"base\" {\n")),
                 qPrintable(hcl));
        QVERIFY(hcl.contains(QStringLiteral("  input = \"base 2\"\n")));
        QVERIFY2(hcl.contains(QStringLiteral("  # output = (known after apply)\n")), qPrintable(hcl));

        const QJsonArray json = QJsonDocument::fromJson(copied("copy-json").toUtf8()).array();
        QCOMPARE(json.size(), 2);
        QCOMPARE(json[0][QStringLiteral("address")].toString(), address("base"));
        QCOMPARE(json[0][QStringLiteral("action")].toString(), QStringLiteral("update"));
        QCOMPARE(json[0][QStringLiteral("before")][QStringLiteral("input")].toString(), QStringLiteral("base 1"));
        QCOMPARE(json[0][QStringLiteral("after")][QStringLiteral("input")].toString(), QStringLiteral("base 2"));
        QCOMPARE(json[1][QStringLiteral("after")][QStringLiteral("input")][QStringLiteral("size")].toInt(), 3);
        for (const QString& form : {text, hcl, copied("copy-json")}) {
            QVERIFY2(!form.contains(QStringLiteral("hush")), qPrintable(form));
            QVERIFY2(form.contains(QStringLiteral("(sensitive value)")), qPrintable(form));
        }
    }

    void aClickOnTheAddressCopiesIt() {
        click(address("base"));
        auto* summary = named<QTextBrowser>(*m_window, "why-summary");
        QPoint onAddress;
        for (int x = 0; x < summary->viewport()->width() && onAddress.isNull(); x += 4)
            for (int y = 0; y < summary->viewport()->height() && onAddress.isNull(); y += 4)
                if (summary->anchorAt({x, y}) == QStringLiteral("copy-address:"))
                    onAddress = {x + 4, y + 4};
        QVERIFY(!onAddress.isNull());
        QTest::mouseClick(summary->viewport(), Qt::LeftButton, {}, onAddress);
        QCOMPARE(QApplication::clipboard()->text(), address("base"));
        QVERIFY(m_window->statusBar()->currentMessage().contains(address("base")));
    }

    void theButtonOpensTheBlockInTheEditor() {
        const QString opened = m_folder->filePath(QStringLiteral("opened"));
        const testing::ScopedEnvironment editor("PLANLENS_EDITOR", "ln -s {file}:{line} " + opened.toLocal8Bit());
        click(address("base"));
        QToolButton* button = nullptr;
        for (QToolButton* one : m_window->findChildren<QToolButton*>())
            if (one->defaultAction() == named<QAction>(*m_window, "open-source"))
                button = one;
        QVERIFY(button && button->isVisible());
        QCOMPARE(button->text(), QStringLiteral("Open main.tf:5"));
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(QFileInfo(opened).symLinkTarget(),
                     QString(m_folder->filePath(QStringLiteral("main.tf")) + QStringLiteral(":5")));
        click(address("free")); // without a block in the configuration
        QVERIFY(!button->isVisible());
    }

    void nothingIsCopiedWithoutASelection() {
        for (const char* name : {"copy-text", "copy-hcl", "copy-json"})
            QVERIFY2(!named<QAction>(*m_window, name)->isEnabled(), name);
    }

private:
    void clickRow(const QModelIndex& row, Qt::KeyboardModifiers modifiers = {}) {
        auto& list = *m_window->findChild<widgets::ChangeList*>();
        list.scrollTo(row);
        const QRect rect = list.visualRect(row);
        QVERIFY(rect.isValid());
        QTest::mouseClick(list.viewport(), Qt::LeftButton, modifiers, QPoint(rect.left() + 40, rect.center().y()));
    }
    void click(const QString& at, Qt::KeyboardModifiers modifiers = {}) {
        const auto& list = *m_window->findChild<widgets::ChangeList*>();
        const auto found = list.model()->match(list.model()->index(0, 0), models::AddressRole, at, 1,
                                               Qt::MatchExactly | Qt::MatchRecursive);
        QVERIFY(!found.isEmpty());
        clickRow(found.first(), modifiers);
    }
    QString copied(const char* action) {
        named<QAction>(*m_window, action)->trigger();
        return QApplication::clipboard()->text();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestCopy)
#include "tst_copy.moc"
