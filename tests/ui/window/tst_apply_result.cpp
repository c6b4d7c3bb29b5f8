// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "ui/pages/review/review_page.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTextBrowser>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

constexpr auto configuration = "variable \"token\" {\n  default = \"hush-hush\"\n  sensitive = true\n}\n"
                               "resource \"terraform_data\" \"good\" {\n  input = \"<b>one</b>\"\n}\n"
                               "output \"name\" {\n  value = terraform_data.good.output\n}\n"
                               "output \"token\" {\n  value = var.token\n  sensitive = true\n}\n";
constexpr auto failing = "resource \"terraform_data\" \"bad\" {\n  provisioner \"local-exec\" {\n"
                         "    command = \"echo the reason; exit 3\"\n  }\n}\n";

} // namespace

/// What the window shows after an apply.
class TestApplyResult final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void outputsAreShownAndCopied();
    void failuresAreShownAsAWhole();

private:
    void applyIn(const QByteArray& text);
    QTextBrowser& result() const { return *named<QTextBrowser>(*m_window, "apply-result"); }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestApplyResult::applyIn(const QByteArray& text) {
    QVERIFY(write(m_folder.filePath(QStringLiteral("main.tf")), text));
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->openFolder(m_folder.path(), session::Trust::Given);
    QVERIFY(settle(*m_window));
    m_window->approve();
    QVERIFY(m_window->reviewPage());
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QTest::mouseClick(m_window->reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
    QVERIFY(settled.wait(20000));
}

void TestApplyResult::outputsAreShownAndCopied() {
    applyIn(configuration);
    QVERIFY(result().isVisible());
    const QString text = result().toPlainText();
    QVERIFY2(text.contains(QStringLiteral("\"<b>one</b>\"")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("token")));
    QVERIFY(!text.contains(QStringLiteral("hush-hush")));
    QVERIFY(result().toHtml().contains(QStringLiteral("copy:0")));
    QVERIFY(!result().toHtml().contains(QStringLiteral("copy:1"))); // the sensitive one
    Q_EMIT result().anchorClicked(QUrl(QStringLiteral("copy:0")));
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("\"<b>one</b>\""));
}

void TestApplyResult::failuresAreShownAsAWhole() {
    applyIn(QByteArray(configuration) + failing);
    const QString text = result().toPlainText();
    QVERIFY2(text.startsWith(QStringLiteral("Error: local-exec provisioner error – terraform_data.bad")),
             qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("exit status 3")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("Outputs")));
    Q_EMIT result().anchorClicked(QUrl(QStringLiteral("#terraform_data.bad")));
    QVERIFY(whyText(*m_window).contains(QStringLiteral("terraform_data.bad")));
}

QTEST_MAIN(TestApplyResult)
#include "tst_apply_result.moc"
