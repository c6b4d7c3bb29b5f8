// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "tests/ui/window/drawn_texts.h"
#include "ui/export/drawing.h"
#include "ui/export/export_writer.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QDirIterator>
#include <QGraphicsItem>
#include <QGraphicsView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTextBrowser>

using namespace planlens;
using namespace planlens::testing;

namespace {

constexpr auto oldSecret = "pl4nted-S3cret/word?", newSecret = "n3w-S3cret+w0rd&", secretKey = "pl4nted-k3y-of-a-map";

/// Secrets in every place that the built-in provider offers. ROUND forces a replacement.
const QByteArray configuration = R"(variable "secret" {
  sensitive = true
  type      = string
}
variable "key" {
  sensitive = true
  type      = string
}
resource "terraform_data" "forms" {
  input = {
    json   = jsonencode({ (var.key) = [var.secret] })
    base64 = base64encode("x:${var.secret}")
    url    = "u:${urlencode(var.secret)}@example.com/"
    text   = "line 1\n<${var.secret}>\nline 3"
  }
  lifecycle {
    precondition {
      condition     = length(var.secret) > 2
      error_message = "The secret ${var.secret} is too short."
    }
  }
  provisioner "local-exec" {
    command     = "echo $S"
    environment = { S = var.secret }
  }
}
resource "terraform_data" "copies" {
  input            = terraform_data.forms.output
  triggers_replace = ["ROUND", var.secret]
}
resource "terraform_data" "map" {
  input = { for name in ["a", "b"] : name => var.secret }
}
output "all" {
  sensitive = true
  value     = [var.secret, terraform_data.copies.output]
}
resource "terraform_data" "unmarked" {
  input = nonsensitive("x ${var.secret} y")
}
check "unmarked" {
  assert {
    condition     = var.secret == "other"
    error_message = "Not ${nonsensitive(var.secret)}."
  }
}
check "c" {
  assert {
    condition     = var.secret == "other"
    error_message = "Expected ${var.secret}."
  }
}
)";

/// Collects texts and finds planted secrets in them, as they are and in the usual forms.
class Search {
public:
    Search() {
        for (const char* given : {oldSecret, newSecret, secretKey}) {
            const QByteArray secret(given), prefixed = QByteArray("x:").append(secret);
            m_forms += QByteArrayList{secret, secret.toBase64(), secret.toHex(), secret.toPercentEncoding(),
                                      prefixed.toBase64().mid(3, 20)}; // what does not depend on its surroundings
        }
    }
    void in(const QString& text, const QString& place) { in(text.toUtf8(), place); }
    void in(const QByteArray& text, const QString& place) {
        ++m_texts;
        for (const QByteArray& form : m_forms)
            if (text.contains(form))
                m_found.append(place + QStringLiteral(": ") + QString::fromUtf8(text.left(300)));
    }
    QString found() const { return m_found.join(QLatin1Char('\n')); }
    int texts() const { return m_texts; }

private:
    QByteArrayList m_forms;
    QStringList m_found;
    int m_texts = 0;
};

void searchRows(const QAbstractItemModel& model, const QModelIndex& parent, const QString& place, Search& search) {
    constexpr int lastRole = Qt::UserRole + 40;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            for (int role = 0; role <= lastRole; role += role == Qt::StatusTipRole + 20 ? Qt::UserRole - role : 1)
                if (const QVariant value = index.data(role); value.canConvert<QString>())
                    search.in(value.toString(), place);
            if (const std::unique_ptr<QMimeData> dragged{model.mimeData({index})})
                for (const QString& format : dragged->formats())
                    search.in(dragged->data(format), place + QStringLiteral(", dragged"));
        }
        searchRows(model, model.index(row, 0, parent), place, search);
    }
}

void searchAccessible(QAccessibleInterface* element, int depth, Search& search) {
    constexpr int deepest = 40;
    if (!element || !element->isValid() || depth > deepest)
        return;
    for (int text = QAccessible::Name; text <= QAccessible::Accelerator; ++text)
        search.in(element->text(QAccessible::Text(text)), QStringLiteral("accessible element"));
    if (QAccessibleTextInterface* const text = element->textInterface())
        search.in(text->text(0, text->characterCount()), QStringLiteral("accessible text"));
    for (int i = 0; i < element->childCount(); ++i)
        searchAccessible(element->child(i), depth + 1, search);
}

void searchWidgets(QWidget& window, Search& search) {
    search.in(window.windowTitle(), QStringLiteral("title"));
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const QString place =
            QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName();
        for (const QString& text : {widget->toolTip(), widget->statusTip(), widget->whatsThis(),
                                    widget->accessibleName(), widget->accessibleDescription()})
            search.in(text, place);
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            search.in(label->text(), place);
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            search.in(button->text(), place);
        if (const auto* edit = qobject_cast<const QLineEdit*>(widget))
            search.in(edit->text(), place);
        if (const auto* text = qobject_cast<const QTextEdit*>(widget)) {
            search.in(text->toPlainText(), place);
            search.in(text->toHtml(), place);
        }
        if (const auto* text = qobject_cast<const QPlainTextEdit*>(widget))
            search.in(text->toPlainText(), place);
        if (const auto* view = qobject_cast<const QAbstractItemView*>(widget); view && view->model())
            searchRows(*view->model(), {}, place, search);
        if (const auto* view = qobject_cast<const QGraphicsView*>(widget))
            for (const QGraphicsItem* item : view->items())
                search.in(item->toolTip(), place);
    }
    for (const QAction* action : window.findChildren<QAction*>())
        search.in(action->text() + action->toolTip(), QStringLiteral("action"));
    searchAccessible(QAccessible::queryAccessibleInterface(&window), 0, search);
}

void searchClipboard(QWidget& window, Search& search) {
    for (QAction* action : window.findChildren<QAction*>())
        if (action->objectName().startsWith(QStringLiteral("copy")) && action->isEnabled()) {
            QApplication::clipboard()->clear();
            action->trigger();
            search.in(QApplication::clipboard()->text(), action->objectName());
        }
}

/// Searches the text of what a person sees, also where items are drawn by delegates.
void searchPicture(QWidget& window, Search& search) {
    const QString text = drawnTextOf(window);
    QVERIFY2(text.contains(QStringLiteral("terraform_data")), qPrintable(text));
    search.in(text, QStringLiteral("picture of the window"));
}

/// Searches all exports. A PNG, and the graph of a PDF, are drawn from the SVG.
void searchExports(const widgets::MainWindow& window, const QString& folder, Search& search) {
    using exporting::ExportFormat;
    const plans::Plan& plan = *window.result()->plan;
    for (const ExportFormat format :
         {ExportFormat::Html, ExportFormat::Markdown, ExportFormat::Pdf, ExportFormat::Svg, ExportFormat::Png,
          ExportFormat::Mermaid, ExportFormat::Dot, ExportFormat::Json, ExportFormat::Sarif, ExportFormat::Junit}) {
        const QString name = QStringLiteral("export %1").arg(int(format)), path = folder + QLatin1Char('/') + name;
        QCOMPARE(exporting::writeExport(plan, window.result()->analysis.findings, format, path), QString());
        const QByteArray exported = read(path);
        search.in(exported, name);
        if (format != ExportFormat::Pdf)
            continue;
        const QString text = textOfPdf(exported);
        QVERIFY2(text.contains(QStringLiteral("terraform_data.forms")), qPrintable(text.left(2000)));
        search.in(text, QStringLiteral("text of the PDF"));
    }
    const report::Drawable drawable = report::drawable(plan, window.result()->analysis.findings);
    search.in(QByteArray::fromStdString(drawable.svg), QStringLiteral("PNG and graph of the PDF"));
    search.in(withoutLayout(QString::fromStdString(drawable.text)), QStringLiteral("pages of the PDF"));
}

/// Searches each page in front of each tab, with each change selected in turn.
void searchEverything(QWidget& window, Search& search) {
    for (QTabWidget* tabs : window.findChildren<QTabWidget*>())
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            QTest::qWait(0);
            searchWidgets(window, search);
            searchPicture(window, search);
        }
    auto* list = window.findChild<QAbstractItemView*>(QStringLiteral("changes"));
    const auto select = [&](const auto& self, const QModelIndex& parent) -> void {
        for (int row = 0; row < list->model()->rowCount(parent); ++row) {
            const QModelIndex index = list->model()->index(row, 0, parent);
            list->setCurrentIndex(index);
            QTest::qWait(0);
            searchWidgets(window, search);
            searchPicture(window, search);
            searchClipboard(window, search);
            if (!parent.isValid()) // changes or groups of changes, but not their attributes
                self(self, index);
        }
    };
    select(select, {});
}

void searchFiles(const QString& folder, Search& search) {
    for (QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); files.hasNext();) {
        QFile file(files.next());
        // The variables belong to the user, and states and plans have to contain them.
        if (file.fileName().endsWith(QStringLiteral(".tfstate")) ||
            file.fileName().contains(QStringLiteral(".tfstate.")))
            continue;
        if (file.open(QIODevice::ReadOnly))
            search.in(file.readAll(), file.fileName());
    }
}

} // namespace

/// Secrets of a plan are shown nowhere, neither before nor after its apply, and are in no file of the program.
class TestPlantedSecrets final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QAccessible::setActive(true);
        theme::apply(*qApp, theme::Scheme::Light);
    }
    /// The search reads pictures.
    void areFoundIfTheyAreDrawn() {
        Search search;
        QLabel label(QString::fromLatin1(oldSecret));
        label.resize(label.sizeHint());
        search.in(drawnTextOf(label), QStringLiteral("label"));
        report::Drawable drawable;
        drawable.text = "<p>fine\n<b>pl4nted-</b>S3cret/word? \u00e4</p>";
        drawable.svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>";
        search.in(textOfPdf(exporting::pdf(drawable)), QStringLiteral("PDF"));
        QCOMPARE(search.found(),
                 QString(QStringLiteral("label: %1\nPDF: fine%1\u00e4Page1of1").arg(QString::fromLatin1(oldSecret))));
    }

    void areFoundNowhere_data() {
        QTest::addColumn<QString>("source");
        QTest::newRow("folder, applied") << "folder";
        QTest::newRow("saved plan") << "saved";
    }
    void areFoundNowhere() {
        QFETCH(QString, source);
        ScopedEnvironment environment;
        QTemporaryDir own; // files of the program
        for (const char* name : {"XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "TMPDIR"}) {
            const QString folder = own.filePath(QString::fromLatin1(name));
            QVERIFY(QDir().mkpath(folder));
            environment.set(name, folder.toUtf8());
        }
        const auto secrets = [](const char* secret) {
            return Environment{{QStringLiteral("TF_VAR_secret"), QString::fromLatin1(secret)},
                               {QStringLiteral("TF_VAR_key"), QString::fromLatin1(secretKey)}};
        };
        for (const auto& [name, value] : secrets(newSecret))
            environment.set(name.toLatin1().constData(), value.toUtf8());
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({QStringLiteral("apply"), QStringLiteral("-auto-approve")}, secrets(oldSecret)),
                     0);
        folder.write(QStringLiteral("main.tf"), QByteArray(configuration).replace("ROUND", "2"));
        Search search;
        {
            widgets::MainWindow window;
            window.resize(1280, 800);
            window.show();
            if (source == QStringLiteral("folder")) {
                window.openFolder(folder.path(), session::Trust::Given);
            } else {
                COMPARE_EXIT(
                    folder.planlens({QStringLiteral("plan"), QStringLiteral("-out=saved")}, secrets(newSecret)), 0);
                window.openPlan(folder.path(QStringLiteral("saved")), session::Trust::Given);
            }
            QVERIFY(settle(window));
            searchEverything(window, search);
            searchExports(window, own.path(), search);
            QVERIFY2(search.found().isEmpty(), qPrintable(search.found().left(4000)));
            if (source == QStringLiteral("folder")) {
                window.approve();
                QVERIFY(window.reviewPage());
                searchWidgets(window, search);
                searchPicture(window, search);
                QSignalSpy settled(&window, &widgets::MainWindow::settled);
                auto* apply = window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply"));
                if (auto* field = window.reviewPage()->findChild<QLineEdit*>())
                    QTest::keyClicks(field, window.reviewPage()->word());
                QVERIFY(apply->isEnabled());
                QTest::mouseClick(apply, Qt::LeftButton);
                QVERIFY(settled.wait(20000));
                searchEverything(window, search);
            }
        }
        const int shown = search.texts();
        QVERIFY2(shown > 1000, qPrintable(QString::number(shown)));
        searchFiles(own.path(), search);
        QVERIFY2(search.found().isEmpty(), qPrintable(search.found().left(4000)));
        qInfo("%d texts of the window and %d files", shown, search.texts() - shown);
    }
};

QTEST_MAIN(TestPlantedSecrets)
#include "tst_planted_secrets.moc"
