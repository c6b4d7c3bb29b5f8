// SPDX-License-Identifier: MPL-2.0
#include "tests/support/state_of_three.h"
#include "tests/support/windows.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/models/changes/shown_drift.h"
#include "ui/models/roles.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QLabel>
#include <QTemporaryDir>
#include <QTreeView>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;
using models::NodeType;
using widgets::MainWindow;

/// Plans that change nothing, although objects changed since the last apply: list, graph and change page show the
/// drift.
class TestShownDrift final : public QObject {
    Q_OBJECT

    /// Returns plan JSON with a drifted attribute, an object that is gone, one that differs only in form, and one that
    /// did not change.
    static QByteArray plan() {
        const auto change = [](const char* name, const char* action, const char* before, const char* after) {
            return QByteArray("{'address': 'aws_instance.%n', 'mode': 'managed', 'type': 'aws_instance', 'name': '%n', "
                              "'provider_name': 'registry.opentofu.org/hashicorp/aws', "
                              "'change': {'actions': ['%a'], 'before': %b, 'after': %c}}")
                .replace("%n", name)
                .replace("%a", action)
                .replace("%b", before)
                .replace("%c", after);
        };
        const char* const small = "{'id': 'i-1', 'size': 'small'}";
        const char* const large = "{'id': 'i-1', 'size': 'large'}";
        const char* const none = "{'id': 'i-3', 'size': null}";
        const char* const empty = "{'id': 'i-3', 'size': ''}";
        const QByteArray text =
            "{'format_version': '1.2', 'terraform_version': '1.9.0', 'applyable': false, 'complete': true, "
            "'errored': false, 'configuration': {}, 'resource_drift': [" +
            change("drifted", "update", small, large) + ", " + change("gone", "delete", small, "null") + ", " +
            change("alike", "update", none, empty) + "], 'resource_changes': [" +
            change("drifted", "no-op", large, large) + ", " + change("alike", "no-op", empty, empty) + ", " +
            change("kept", "no-op", small, small) + "]}";
        return QByteArray(text).replace('\'', '"');
    }
    static QString address(const char* name) { return QStringLiteral("aws_instance.") + QString::fromLatin1(name); }

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void overviewListsWhatItCounts() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("plan.json"));
        QVERIFY(write(file, plan()));
        MainWindow window;
        window.show();
        window.openPlan(file);
        QVERIFY(settle(window));
        const QString text = whyText(window);
        // What is gone is in the verdict, and first.
        QVERIFY2(text.contains(QStringLiteral("1 object(s) were deleted outside of Terraform.\n")), qPrintable(text));
        const qsizetype deleted = text.indexOf(QStringLiteral("1 object(s) deleted outside since the last apply.\n"));
        const qsizetype changed = text.indexOf(QStringLiteral("1 object(s) changed outside since the last apply.\n"));
        QVERIFY2(deleted >= 0 && deleted < text.indexOf(address("gone")), qPrintable(text));
        QVERIFY2(changed > text.indexOf(address("gone")) && changed < text.indexOf(address("drifted")),
                 qPrintable(text));
        QCOMPARE(text.count(QStringLiteral("aws_instance.")), 2); // not the one that differs only in form
    }

    void changesOfDriftedObjectsAreMarked() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("plan.json"));
        QVERIFY(write(file, plan()
                                .replace(R"("actions": ["no-op"], "before": {"id": "i-1", "size": "large"}, "after")",
                                         R"("actions": ["update"], "before": {"id": "i-1", "size": "large"}, "old")")
                                .replace(R"("old": {"id": "i-1", "size": "large"})",
                                         R"("after": {"id": "i-1", "size": "small"})")));
        MainWindow window;
        window.show();
        window.openPlan(file);
        QVERIFY(settle(window));
        QVERIFY2(named<QTextBrowser>(window, "why")->toHtml().contains(QStringLiteral("href=\"#aws_instance.gone\"")),
                 qPrintable(named<QTextBrowser>(window, "why")->toHtml()));
        QVERIFY(window.select(address("drifted")));
        const QModelIndex row = named<QTreeView>(window, "changes")->currentIndex();
        QVERIFY(row.siblingAtColumn(0).data(models::DriftedRole).toBool());
        QVERIFY(row.siblingAtColumn(0)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(QStringLiteral("changed since the last apply")));
        const QString text = whyText(window);
        QVERIFY2(
            text.contains(QStringLiteral("Changed outside of Terraform since the last apply. This plan reverts it.\n"
                                         "Attribute\nState\nReal object\nsize\n\"small\"\n\"large\"")),
            qPrintable(text));
        QTRY_VERIFY(!window.graphView().isDrawing());
        const auto& nodes = window.graphView().data()->nodes;
        const auto node = std::ranges::find(nodes, address("drifted"), &graph::GraphNode::id);
        QVERIFY(node != nodes.end());
        QCOMPARE(graph::asideText(*node), QStringLiteral("drift"));
        QVERIFY(window.graphView()
                    .toolTipAt(window.graphView().nodeRect(address("drifted")).center())
                    .contains(QStringLiteral("1 object(s) changed since the last apply")));
    }

    void deletedObjectIsCreatedAgain() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("plan.json"));
        QVERIFY(
            write(file, plan().replace(R"("resource_changes": [)",
                                       R"("resource_changes": [{"address": "aws_instance.gone", "mode": "managed", )"
                                       R"("type": "aws_instance", "name": "gone", )"
                                       R"("provider_name": "registry.opentofu.org/hashicorp/aws", )"
                                       R"("change": {"actions": ["create"], "before": null, )"
                                       R"("after": {"size": "small"}}}, )")));
        MainWindow window;
        window.show();
        window.openPlan(file);
        QVERIFY(settle(window));
        QVERIFY(window.select(address("gone")));
        const QString text = whyText(window);
        QVERIFY2(text.contains(QStringLiteral("Changed outside of Terraform since the last apply. "
                                              "This plan creates it again.")),
                 qPrintable(text));
    }

    void deletedObjectsLeaveTheState() {
        using explain::DriftTier;
        QCOMPARE(models::driftSentence(DriftTier::TakenOver, true),
                 QStringLiteral("This plan removes it from the state."));
        QVERIFY(models::driftSentence(DriftTier::TakenOver, false)
                    .startsWith(QStringLiteral("This plan writes the new values to the state")));
    }

    void listGraphAndPageShowIt() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("plan.json"));
        QVERIFY(write(file, plan()));
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.open(file);
        QVERIFY(settle(window));
        QVERIFY(window.result()->plan);
        const auto& tree = *named<QTreeView>(window, "changes");
        QStringList rows;
        for (int i = 0; i < tree.model()->rowCount(); ++i) {
            const QModelIndex section = tree.model()->index(i, 0);
            rows.append(section.data().toString());
            for (int k = 0; k < tree.model()->rowCount(section); ++k) {
                const QModelIndex row = tree.model()->index(k, 0, section);
                rows.append(row.data(models::AddressRole).toString());
                QVERIFY(!row.data(Qt::CheckStateRole).isValid()); // nothing is reviewed
            }
        }
        QCOMPARE(rows, (QStringList{QStringLiteral("No effect on this plan (2)"), address("drifted"), address("gone"),
                                    QStringLiteral("2 unchanged hidden")}));
        QTRY_VERIFY(!window.graphView().isDrawing());
        QVERIFY(window.graphView().data());
        QStringList nodes;
        for (const graph::GraphNode& node : window.graphView().data()->nodes)
            nodes.append(node.id);
        QCOMPARE(nodes, (QStringList{address("drifted"), address("gone")}));

        // The keys go through it, and the page shows state and real object.
        QTest::keyClick(&window, Qt::Key_F7);
        QVERIFY2(whyText(window).contains(QStringLiteral("Changed outside of Terraform since the last apply.")),
                 qPrintable(whyText(window)));
        QVERIFY(whyText(window).contains(address("drifted")));
        const auto& attributes = *named<QTreeView>(window, "attributes");
        QVERIFY(attributes.isVisible());
        QCOMPARE(attributes.model()->headerData(1, Qt::Horizontal).toString(), QStringLiteral("State"));
        QCOMPARE(attributes.model()->headerData(2, Qt::Horizontal).toString(), QStringLiteral("Real object"));
        const QModelIndex size = attributes.model()->index(1, 0, attributes.rootIndex()); // after the id
        QCOMPARE(size.data().toString(), QStringLiteral("size"));
        QCOMPARE(size.siblingAtColumn(1).data().toString(), QStringLiteral("\"small\""));
        QCOMPARE(size.siblingAtColumn(2).data().toString(), QStringLiteral("\"large\""));
        QTest::keyClick(&window, Qt::Key_F7);
        QVERIFY(whyText(window).contains(QStringLiteral("deleted outside of Terraform")));
        // A click in the graph selects the same object.
        QTest::mouseClick(window.graphView().viewport(), Qt::LeftButton, {},
                          window.graphView().nodeRect(address("drifted")).center());
        QVERIFY(whyText(window).contains(address("drifted")));
    }
};

QTEST_MAIN(TestShownDrift)
#include "tst_shown_drift.moc"
