// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"
#include "tests/support/windows.h"

#include <QAbstractItemView>
#include <QGraphicsItem>
#include <QGraphicsView>
#include <QHelpEvent>
#include <QLabel>
#include <QTabWidget>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolTip>

using namespace planlens;
using namespace planlens::testing;

namespace {

/// Names and values that look like HTML. As HTML they would load a file, and a FIFO would block the window forever.
constexpr const char* markup = "<img src='file:///dev/zero'><b>x</b>";

QByteArray configuration() {
    return QByteArray(R"(
variable "v" {
  description = "MARKUP"
  default     = "MARKUP"
}
locals {
  key = "MARKUP"
}
module "m" {
  source   = "./child"
  for_each = { (local.key) = var.v }
  value    = each.value
}
resource "terraform_data" "changed" {
  for_each         = { (local.key) = var.v }
  input            = { (local.key) = [each.value, module.m[each.key].value] }
  triggers_replace = "${var.v}-2"
}
resource "terraform_data" "sibling" {
  input = terraform_data.changed[local.key].id
}
output "o" {
  value = { (local.key) = var.v }
}
check "c" {
  assert {
    condition     = var.v == ""
    error_message = "MARKUP ${var.v}"
  }
}
)")
        .replace("MARKUP", markup);
}

/// Checks the text and the format of the tool tip at a position.
void checkToolTip(QWidget* widget, const QPoint& place, int& shown) {
    QHelpEvent help(QEvent::ToolTip, place, widget->mapToGlobal(place));
    QApplication::sendEvent(widget, &help);
    for (QWidget* top : QApplication::topLevelWidgets())
        if (auto* tip = qobject_cast<QLabel*>(top); tip && tip->inherits("QTipLabel") && tip->isVisible()) {
            QCOMPARE(tip->textFormat(), Qt::PlainText);
            QVERIFY2(!tip->text().contains(QLatin1String("&lt;")), qPrintable(tip->text()));
            ++shown;
        }
    QToolTip::hideText();
}

void checkDocument(const QTextDocument& document) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        for (auto it = block.begin(); !it.atEnd(); ++it)
            QVERIFY2(!it.fragment().charFormat().isImageFormat(), qPrintable(document.toPlainText()));
}

} // namespace

/// Text of a plan that looks like HTML is shown verbatim everywhere.
class TestHostileText final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isShownAsItIs_data() {
        QTest::addColumn<QString>("source");
        QTest::newRow("folder") << "folder";
        QTest::newRow("saved plan") << "saved";
        QTest::newRow("plan JSON") << "json";
    }
    void isShownAsItIs() {
        QFETCH(QString, source);
        const ProjectFolder folder(configuration());
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("child")));
        folder.write(QStringLiteral("child/main.tf"), R"(
variable "value" {}
resource "terraform_data" "inner" {
  input = var.value
}
output "value" {
  value = var.value
}
)");
        folder.installModules();
        COMPARE_EXIT(folder.planlens({QStringLiteral("apply"), QStringLiteral("-auto-approve")}), 0);
        folder.write(QStringLiteral("main.tf"), configuration().replace("-2\"", "-3\""));
        COMPARE_EXIT(folder.planlens({QStringLiteral("plan"), QStringLiteral("-out=saved")}), 0);
        const Ran json = folder.planlens({QStringLiteral("show"), QStringLiteral("-json"), QStringLiteral("saved")});
        COMPARE_EXIT(json, 0);
        folder.write(QStringLiteral("plan.json"), json.out);

        widgets::MainWindow window;
        window.show();
        if (source == QLatin1String("folder"))
            window.openFolder(folder.path(), session::Trust::Given);
        else
            window.openPlan(
                folder.path(source == QLatin1String("saved") ? QStringLiteral("saved") : QStringLiteral("plan.json")),
                session::Trust::Given);
        QVERIFY(settle(window));
        checkAll(window);
    }

private:
    static void checkAll(QWidget& window) {
        int labels = 0, toolTips = 0, documents = 0;
        for (QTabWidget* tabs : window.findChildren<QTabWidget*>())
            for (int tab = 0; tab < tabs->count(); ++tab) {
                tabs->setCurrentIndex(tab);
                QTest::qWait(0);
                checkVisible(window, labels, toolTips, documents);
            }
        checkVisible(window, labels, toolTips, documents);
        QVERIFY(labels > 10);
        QVERIFY(toolTips > 20);
        QVERIFY(documents > 0);
    }
    static void checkVisible(QWidget& window, int& labels, int& toolTips, int& documents) {
        for (QWidget* widget : window.findChildren<QWidget*>()) {
            if (!widget->isVisible())
                continue;
            if (auto* label = qobject_cast<QLabel*>(widget)) {
                QVERIFY2(label->textFormat() == Qt::PlainText || !label->text().contains(QLatin1String("<img")),
                         qPrintable(label->text()));
                ++labels;
            }
            if (auto* edit = qobject_cast<QTextEdit*>(widget)) {
                checkDocument(*edit->document());
                ++documents;
            }
            if (auto* view = qobject_cast<QAbstractItemView*>(widget))
                checkRows(*view, {}, toolTips);
            else if (auto* graph = qobject_cast<QGraphicsView*>(widget))
                for (const QGraphicsItem* item : graph->items())
                    checkToolTip(graph->viewport(), graph->mapFromScene(item->sceneBoundingRect().center()), toolTips);
            else if (!widget->toolTip().isEmpty())
                checkToolTip(widget, widget->rect().center(), toolTips);
        }
    }
    static void checkRows(QAbstractItemView& view, const QModelIndex& parent, int& toolTips) {
        for (int row = 0; row < view.model()->rowCount(parent); ++row) {
            for (int column = 0; column < view.model()->columnCount(parent); ++column) {
                const QModelIndex index = view.model()->index(row, column, parent);
                const QString spoken = index.data(Qt::AccessibleTextRole).toString();
                QVERIFY2(!spoken.contains(QLatin1String("&lt;")), qPrintable(spoken));
                if (const QRect place = view.visualRect(index); !place.isEmpty())
                    checkToolTip(view.viewport(), place.center(), toolTips);
            }
            checkRows(view, view.model()->index(row, 0, parent), toolTips);
        }
    }
};

QTEST_MAIN(TestHostileText)
#include "tst_hostile_text.moc"
