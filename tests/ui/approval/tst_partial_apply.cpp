// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/ui/approval/approved_window.h"
#include "tests/ui/window/drawn_texts.h"
#include "ui/bars/verdict_bar.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/difference_model.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/what_if.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

constexpr const char *middle = R"(variable "v" {}
resource "terraform_data" "vpc" {
  input = var.v
}
module "i" {
  source   = "./i"
  for_each = toset(["x"])
  v        = var.v
  vpc      = terraform_data.vpc.id
}
)",
                     *inner = R"(variable "v" {}
variable "vpc" {}
resource "terraform_data" "n" {
  input = var.vpc
}
resource "terraform_data" "d" {
  input            = terraform_data.n.id
  triggers_replace = var.v
}
)";

} // namespace

/// Plans of which an apply leaves out changes, because a target without changes needs them.
class TestPartialApply final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        const QString main = m_folder->filePath(QStringLiteral("main.tf"));
        QVERIFY(write(main, configuration));
        m_window->openFolder(m_folder->path(), session::Trust::Given);
        QVERIFY(settle(*m_window));
        QVERIFY(applyAll(*m_window));
        // The user does not change, and the base is only its dependency.
        QVERIFY(write(main, QByteArray(configuration).replace("input = 1", "input = 2") +
                                "resource \"terraform_data\" \"other\" {}\n"));
        m_window->openFolder(m_folder->path(), session::Trust::Given);
        QVERIFY(settle(*m_window));
    }

    void changesThatAreNotAppliedAreCountedApart() {
        target({QStringLiteral("terraform_data.user")});
        QCOMPARE(m_window->result()->plan->notApplied.size(), std::size_t(1));
        const auto& list = *named<QTreeView>(*m_window, "changes")->model();
        QCOMPARE(list.index(0, 0).data(models::TitleRole).toString(), QStringLiteral("Planned, not applied"));
        QCOMPARE(list.rowCount(list.index(0, 0)), 1);
        const auto& bar = *m_window->findChild<widgets::VerdictBar*>();
        for (const QToolButton* button : bar.findChildren<QToolButton*>())
            QVERIFY2(!button->isVisible() || !button->text().contains(QStringLiteral("update")),
                     qPrintable(button->text()));
        const QString overview = whyText(*m_window);
        QVERIFY2(overview.startsWith(QStringLiteral("No resource changes.")), qPrintable(overview));
        QVERIFY2(overview.contains(QStringLiteral("Planned, not applied (1)")), qPrintable(overview));
    }

    /// The banner and the comparison count the changes that are not applied, and these are not risks.
    void partialPlansReportWhatIsNoLongerApplied() {
        target({QStringLiteral("terraform_data.user")});
        QTRY_COMPARE(
            text(*m_window, "partial-text"),
            QStringLiteral("Partial plan: 0 of 2 change(s) will be applied. Not applied: 2 (1 update, 1 create)."));
        const auto& difference = *m_window->findChild<models::DifferenceModel*>();
        QTRY_COMPARE(difference.rowCount(), 2);
        for (const auto& [row, address] : {std::pair(0, QStringLiteral("terraform_data.base")),
                                           std::pair(1, QStringLiteral("terraform_data.other"))}) {
            QCOMPARE(difference.index(row, models::DifferenceModel::KindColumn).data(Qt::AccessibleTextRole).toString(),
                     QStringLiteral("no longer applied"));
            QCOMPARE(difference.index(row, models::DifferenceModel::AddressColumn).data().toString(), address);
        }
        QVERIFY(m_window->result()->analysis.findings.empty());
        m_window->select(QStringLiteral("terraform_data.base"));
        const QString why = whyText(*m_window);
        QVERIFY2(why.contains(QStringLiteral("Not applied, because no target with changes depends on it. Planned: "
                                             "Updated because ")),
                 qPrintable(why));
    }

    void reviewCountsWhatIsApplied_data() {
        QTest::addColumn<QStringList>("targets");
        QTest::addColumn<QString>("button");
        QTest::addColumn<QString>("counts");
        QTest::addColumn<QString>("reviewed");
        QTest::newRow("nothing") << QStringList{QStringLiteral("terraform_data.user")} << QStringLiteral("Apply")
                                 << QStringLiteral("Only outputs or the state change.") << QString();
        QTest::newRow("one") << QStringList{QStringLiteral("terraform_data.user"),
                                            QStringLiteral("terraform_data.other")}
                             << QStringLiteral("Create 1") << QStringLiteral("1 create.")
                             << QStringLiteral("Reviewed 0 / 1");
    }

    void reviewCountsWhatIsApplied() {
        QFETCH(QStringList, targets);
        QFETCH(QString, button);
        QFETCH(QString, counts);
        QFETCH(QString, reviewed);
        target(targets);
        const auto* progress = named<QLabel>(*m_window, "reviewed");
        QCOMPARE(progress->isVisible(), !reviewed.isEmpty());
        if (progress->isVisible())
            QCOMPARE(progress->accessibleName(), reviewed);
        m_window->approve();
        const QWidget* page = m_window->reviewPage();
        QVERIFY(page);
        QCOMPARE(named<QPushButton>(*page, "apply")->text(), button);
        QVERIFY2(text(*page, "counts").startsWith(counts), qPrintable(text(*page, "counts")));
        const auto* omitted = named<QListWidget>(*page, "not-applied");
        QVERIFY(omitted);
        QCOMPARE(omitted->count(), 1);
        QCOMPARE(omitted->item(0)->data(Qt::AccessibleTextRole).toString(), QStringLiteral("~ terraform_data.base"));
        QTRY_COMPARE(monospacedTextOf(*omitted->viewport()), QStringLiteral("terraform_data.base"));
    }

    void changesThatAreNotAppliedDoNotWait() {
        target({QStringLiteral("terraform_data.user"), QStringLiteral("terraform_data.other")});
        QVERIFY(applyAll(*m_window));
        const auto& list = *m_window->findChild<models::ChangeTreeModel*>();
        const auto status = [&](const char* address) {
            return models::ApplyStatus(list.indexOf(QLatin1String(address)).data(models::StatusRole).toInt());
        };
        QCOMPARE(status("terraform_data.other"), models::ApplyStatus::Done);
        QCOMPARE(status("terraform_data.base"), models::ApplyStatus::Skipped);
        // The counts are no longer pending.
        const auto* note = named<QLabel>(*m_window, "verdict-note");
        QVERIFY2(note->isVisible() && note->text().startsWith(QStringLiteral("Applied ")), qPrintable(note->text()));
        m_window->findChild<QAction*>(QStringLiteral("plan"))->trigger();
        QVERIFY(settle(*m_window));
        QVERIFY(!note->isVisible());
    }

    /// As OpenTofu does: the excluded instance is not in the configuration, and others of its resource in other modules
    /// are replaced.
    void replacementsThatOnlyDestroyAreReviewed() {
        const QString main = m_folder->filePath(QStringLiteral("main.tf"));
        const QByteArray calls =
            "module \"r\" {\n  for_each = toset([\"a\", \"b\"])\n  source   = \"./r\"\n  v        = 1\n}\n";
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("r/i")));
        QVERIFY(write(m_folder->filePath(QStringLiteral("r/main.tf")), middle));
        QVERIFY(write(m_folder->filePath(QStringLiteral("r/i/main.tf")), inner));
        QVERIFY(write(main, calls));
        m_window->openFolder(m_folder->path(), session::Trust::Given);
        QVERIFY(settle(*m_window));
        QVERIFY(applyAll(*m_window));
        QVERIFY(write(main, QByteArray(calls).replace("\"b\"", "\"c\"").replace("= 1", "= 2")));
        m_window->openFolder(m_folder->path(), session::Trust::Given);
        QVERIFY(settle(*m_window));
        session::Request request = m_window->result()->request;
        request.exclude = {QStringLiteral("module.r[\"b\"].module.i[\"x\"].terraform_data.d")};
        Q_EMIT m_window->findChild<widgets::WhatIf*>()->requested(request);
        QVERIFY(settle(*m_window));

        const QString address = QStringLiteral("module.r[\"a\"].module.i[\"x\"].terraform_data.d");
        const auto counted = [this](theme::ActionKind kind) {
            const auto* button = m_window->findChild<QToolButton*>(QStringLiteral("verdict-%1").arg(int(kind)));
            return button->isHidden() ? QString() : button->text();
        };
        QCOMPARE(counted(theme::ActionKind::Delete), QStringLiteral("1 destroy"));
        QCOMPARE(counted(theme::ActionKind::Replace), QString());
        m_window->approve();
        const QWidget* page = m_window->reviewPage();
        QVERIFY(page);
        const auto* destroyed = named<QTableView>(*page, "destroyed");
        QVERIFY(destroyed);
        QCOMPARE(destroyed->model()->rowCount(), 1);
        QCOMPARE(destroyed->model()->index(0, 0).data().toString(), QStringLiteral("− destroy  ⚠"));
        QCOMPARE(destroyed->model()->index(0, 1).data().toString(), address);
        QCOMPARE(named<QPushButton>(*page, "apply")->text(), QStringLiteral("Destroy 1"));
        const auto* findings = named<QListWidget>(*page, "findings");
        QVERIFY(findings);
        QVERIFY(findings->item(0)->text().contains(QStringLiteral("Destroyed, not created again")));
        QTRY_COMPARE(monospacedTextOf(*findings->viewport()), address);
        QVERIFY(applyAll(*m_window));
        QVERIFY2(whyOf(address).contains(QStringLiteral("Destroyed and not created again, because of an exclusion.")),
                 qPrintable(whyOf(address)));
    }

private:
    QString whyOf(const QString& address) {
        m_window->select(address);
        return whyText(*m_window);
    }

    void target(const QStringList& addresses) {
        session::Request request = m_window->result()->request;
        request.target = addresses;
        Q_EMIT m_window->findChild<widgets::WhatIf*>()->requested(request);
        QVERIFY(settle(*m_window));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestPartialApply)
#include "tst_partial_apply.moc"
