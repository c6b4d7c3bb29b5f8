// SPDX-License-Identifier: MPL-2.0
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/controls/reveal_popup.h"
#include "ui/export/export_writer.h"
#include "ui/graph/graph_view.h"
#include "ui/models/roles.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/export_menu.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using exporting::ExportFormat;
using widgets::MainWindow;

namespace {

constexpr const char* configuration = R"(
variable "password" {
  type      = string
  sensitive = true
  default   = "s3cret-p4ssword"
}
resource "terraform_data" "login" { input = var.password }
resource "terraform_data" "copy" { input = nonsensitive("user:${var.password}") }
resource "terraform_data" "kept" { input = "plain" }
)";
constexpr const char* rules =
    R"({"rules": [{"id": "copies", "title": "A copy is made", "detail": "d", "severity": "high", "kinds": ["terraform_data"], "actions": ["create"],
  "when": [{"attribute": "input", "is": ["user:*"]}]}, {"id": "bad"}]})";

} // namespace

/// Findings, exports and revealed values in the window.
class TestReports final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        theme::apply(*qApp, theme::Scheme::Light);
        write(m_folder.filePath(QStringLiteral("main.tf")), configuration);
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral(".planlens")));
        write(m_folder.filePath(QStringLiteral(".planlens/rules.json")), rules);
    }

    void showsFindings() {
        MainWindow window;
        window.show();
        window.openFolder(m_folder.path());
        QVERIFY(settle(window));
        QVERIFY(window.showView(QStringLiteral("findings")));
        auto* table = window.findChild<QTableView*>(QStringLiteral("findings"));
        QCOMPARE(table->model()->rowCount(), 1);
        QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("⚠ high risk"));
        QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("A copy is made"));
        QCOMPARE(table->model()->index(0, 2).data().toString(), QStringLiteral("terraform_data.copy"));
        // The invalid rule is reported, but does not prevent planning.
        const auto& told = window.result()->diagnostics;
        QVERIFY(std::any_of(told.begin(), told.end(), [](const auto& text) {
            return !text.isError && text.detail.contains(QStringLiteral("needs an \"id\" and a \"title\""));
        }));
        QVERIFY(!window.result()->hasErrors());
        // In the badges of the tree.
        auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
        listByModule(window);
        QStringList badges;
        for (int row = 0; row < tree->model()->rowCount(); ++row)
            if (const QModelIndex index = tree->model()->index(row, 0);
                index.data(models::AddressRole).toString() == QStringLiteral("terraform_data.copy"))
                badges =
                    tree->model()->index(row, tree->model()->columnCount() - 1).data(models::BadgesRole).toStringList();
        QVERIFY2(badges.contains(QStringLiteral("⚠ A copy is made")), qPrintable(badges.join(u',')));
        // And in the approval.
        window.approve();
        QVERIFY(window.reviewPage());
        auto* list = window.reviewPage()->findChild<QListWidget*>(QStringLiteral("findings"));
        QVERIFY(list);
        QCOMPARE(list->count(), 1);
        QVERIFY(list->item(0)->data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("terraform_data.copy")));
        window.reviewPage()->reject();
    }

    void reportsWhenProtectionIsTakenOff() {
        const QTemporaryDir folder;
        const auto configure = [&](const char* lifecycle) {
            write(folder.filePath(QStringLiteral("main.tf")),
                  QByteArray("resource \"terraform_data\" \"a\" {\n lifecycle {\n") + lifecycle + "\n}\n}\n");
        };
        MainWindow window;
        window.show();
        configure("prevent_destroy = true");
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QVERIFY(window.result()->analysis.findings.empty());
        for (const char* lifecycle : {"prevent_destroy = false", "", ""}) {
            configure(lifecycle);
            QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
            QVERIFY(settle(window));
            QCOMPARE(window.result()->analysis.findings.size(), std::size_t(1));
            QCOMPARE(window.result()->analysis.findings[0].rule, std::string("prevent-destroy-removed"));
        }
        configure("prevent_destroy = true");
        QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
        QVERIFY(settle(window));
        QVERIFY(window.result()->analysis.findings.empty());
    }

    void exportsEveryFormat_data() {
        QTest::addColumn<int>("format");
        QTest::addColumn<QByteArray>("begins");
        QTest::newRow("HTML") << int(ExportFormat::Html) << QByteArray("<!DOCTYPE html>");
        QTest::newRow("Markdown") << int(ExportFormat::Markdown) << QByteArray("### Plan: 3 create");
        QTest::newRow("PDF") << int(ExportFormat::Pdf) << QByteArray("%PDF-");
        QTest::newRow("SVG") << int(ExportFormat::Svg) << QByteArray("<svg ");
        QTest::newRow("PNG") << int(ExportFormat::Png) << QByteArray("\x89PNG");
        QTest::newRow("Mermaid") << int(ExportFormat::Mermaid) << QByteArray("flowchart LR");
        QTest::newRow("DOT") << int(ExportFormat::Dot) << QByteArray("digraph plan {");
        QTest::newRow("JSON") << int(ExportFormat::Json) << QByteArray("{");
        QTest::newRow("SARIF") << int(ExportFormat::Sarif) << QByteArray("{");
        QTest::newRow("JUnit") << int(ExportFormat::Junit) << QByteArray("<?xml");
    }
    void exportsEveryFormat() {
        QFETCH(int, format);
        QFETCH(QByteArray, begins);
        MainWindow window;
        auto* menu = window.findChild<widgets::ExportMenu*>(QStringLiteral("export"));
        QVERIFY(!menu->isEnabled());
        QCOMPARE(menu->menu()->actions().size(), 10);
        window.show();
        window.openFolder(m_folder.path());
        QVERIFY(settle(window));
        QVERIFY(menu->isEnabled());
        const QTemporaryDir out;
        QSignalSpy exported(menu, &widgets::ExportMenu::exported);
        menu->exportAs(ExportFormat(format), out.filePath(QStringLiteral("plan")));
        QVERIFY(exported.wait(20000));
        QFile file(out.filePath(QStringLiteral("plan")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY2(bytes.startsWith(begins), bytes.left(80).constData());
        QVERIFY(!bytes.contains("s3cret") && !bytes.contains("p4ssword"));
        if (ExportFormat(format) == ExportFormat::Pdf)
            QVERIFY2(bytes.count("/Type /Page\n") >= 2, bytes.constData()); // the text, and the graph
        if (ExportFormat(format) == ExportFormat::Png) {
            const QImage image = QImage::fromData(bytes);
            QVERIFY(image.width() > 600);
            QSet<QRgb> colors;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    colors.insert(image.pixel(x, y));
            for (const QRgb drawn : {qRgb(0xf6, 0xf7, 0xf9), qRgb(0xff, 0xff, 0xff),
                                     qRgb(0x00, 0x70, 0x17)}) // window background, node, create
                QVERIFY2(colors.contains(drawn), qPrintable(QString::number(drawn, 16)));
        }
        QSignalSpy failed(menu, &widgets::ExportMenu::failed);
        menu->exportAs(ExportFormat(format), out.filePath(QStringLiteral("missing/plan")));
        QVERIFY(failed.wait(20000));
    }

    void revealsWhatADeposedObjectHas() {
        const QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("main.tf")),
              "resource \"terraform_data\" \"login\" { input = sensitive(\"of the new one\") }\n");
        QVERIFY(QFile::copy(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/ui/data/deposed_secret.tfstate"),
                            folder.filePath(QStringLiteral("terraform.tfstate"))));
        MainWindow window;
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
        listByModule(window);
        const QAbstractItemModel& rows = *tree->model();
        QStringList revealed;
        for (int row = 0; row < rows.rowCount(); ++row) {
            const QModelIndex instance = rows.index(row, 0);
            tree->expand(instance);
            for (int child = 0; child < rows.rowCount(instance); ++child)
                if (const QModelIndex at = rows.index(child, 0, instance);
                    at.data(models::PathRole).toString() == QStringLiteral("input")) {
                    tree->setCurrentIndex(at);
                    window.findChild<QAction*>(QStringLiteral("reveal-value"))->trigger();
                    const auto* popup = window.findChild<widgets::RevealPopup*>();
                    QVERIFY(popup);
                    for (const QLabel* label : popup->findChildren<QLabel*>(QStringLiteral("revealed")))
                        revealed.append(instance.data(models::DeposedRole).toString() + u' ' + label->text());
                }
        }
        revealed.sort();
        QCOMPARE(revealed,
                 (QStringList{QStringLiteral(" \"of the current one\""), QStringLiteral(" \"of the new one\""),
                              QStringLiteral("0123abcd \"of the deposed one\"")}));
    }

    void revealsOneValueForAWhile() {
        MainWindow window;
        window.show();
        window.openFolder(m_folder.path());
        QVERIFY(settle(window));
        auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
        listByModule(window);
        const auto attribute = [&](const char* address) {
            for (int row = 0; row < tree->model()->rowCount(); ++row) {
                const QModelIndex index = tree->model()->index(row, 0);
                if (index.data(models::AddressRole).toString() != QString::fromLatin1(address))
                    continue;
                tree->expand(index);
                for (int child = 0; child < tree->model()->rowCount(index); ++child)
                    if (const QModelIndex at = tree->model()->index(child, 0, index);
                        at.data(models::PathRole).toString() == QStringLiteral("input"))
                        return at;
            }
            return QModelIndex();
        };
        auto* reveal = window.findChild<QAction*>(QStringLiteral("reveal-value"));
        const auto shown = [&] {
            QStringList texts;
            for (const widgets::RevealPopup* popup : window.findChildren<widgets::RevealPopup*>())
                for (const QLabel* label : popup->findChildren<QLabel*>(QStringLiteral("revealed")))
                    if (popup->isVisible())
                        texts.append(label->text());
            return texts;
        };
        QApplication::clipboard()->setText(QStringLiteral("before"));
        // A value that is not hidden cannot be revealed.
        tree->setCurrentIndex(attribute("terraform_data.kept"));
        reveal->trigger();
        QVERIFY(shown().isEmpty());
        tree->setCurrentIndex(attribute("terraform_data.login"));
        QVERIFY(tree->currentIndex().isValid());
        reveal->trigger();
        QCOMPARE(shown(), QStringList{QStringLiteral("\"s3cret-p4ssword\"")});
        // A value that is hidden because of its content replaces the previously revealed one.
        tree->setCurrentIndex(attribute("terraform_data.copy"));
        reveal->trigger();
        QCOMPARE(shown(), QStringList{QStringLiteral("\"user:s3cret-p4ssword\"")});
        auto* popup = window.findChild<widgets::RevealPopup*>();
        QTest::keyClick(popup, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("before"));
        QTest::keyClick(popup, Qt::Key_Escape);
        QVERIFY(shown().isEmpty());
        // It ends after as many ticks of its timer as it has seconds.
        reveal->trigger();
        popup = window.findChildren<widgets::RevealPopup*>().last();
        QVERIFY(popup->isVisible());
        auto* clock = popup->findChild<QTimer*>();
        QVERIFY(clock);
        QCOMPARE(clock->interval() * widgets::RevealPopup::seconds, 30000);
        clock->setInterval(1);
        QTRY_VERIFY(shown().isEmpty());
    }

private:
    const QTemporaryDir m_folder, m_none;
    const ScopedEnvironment m_environment{"XDG_CONFIG_HOME", m_none.path().toUtf8()};
};

QTEST_MAIN(TestReports)
#include "tst_reports.moc"
