// SPDX-License-Identifier: MPL-2.0
#include "tests/support/state_of_three.h"
#include "tests/support/windows.h"
#include "ui/controls/wrapping_table.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/drawer/diagnostics_page.h"
#include "ui/pages/program_table.h"
#include "ui/pages/review/review_page.h"
#include "ui/theme/command_icon.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QDialog>
#include <QHash>
#include <QHeaderView>
#include <QIcon>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <functional>
#include <memory>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

Q_DECLARE_METATYPE(planlens::theme::Scheme)

namespace {

/// With stateOfThree: "base" is replaced, "user" is updated, "free" is forgotten, "made" is created, and a check fails.
constexpr auto configuration =
    "resource \"terraform_data\" \"base\" {\n  input = \"base 2\"\n  triggers_replace = \"x\"\n}\n"
    "resource \"terraform_data\" \"user\" {\n  input = \"y\"\n}\n"
    "removed {\n  from = terraform_data.free\n  lifecycle {\n    destroy = false\n  }\n}\n"
    "resource \"terraform_data\" \"made\" {\n  provisioner \"local-exec\" {\n"
    "    command = \"while [ ! -e go ]; do sleep 0.05; done\"\n  }\n}\n"
    "variable \"size\" {\n  default = 1\n}\n"
    "check \"size\" {\n  assert {\n    condition = var.size > 1\n    error_message = \"Too small.\"\n  }\n}\n"
    "output \"size\" {\n  value = var.size\n}\n";

QString describe(QAccessibleInterface& interface) {
    const QObject* object = interface.object();
    return QStringLiteral("%1 %2 “%3”")
        .arg(object ? QString::fromLatin1(object->metaObject()->className()) : QStringLiteral("?"),
             object ? object->objectName() : QString(), interface.text(QAccessible::Name));
}

/// Whether an accessible role is interactive.
bool isInteractive(QAccessible::Role role) {
    switch (role) {
    case QAccessible::PushButton:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::ButtonMenu:
    case QAccessible::ButtonDropDown:
    case QAccessible::ComboBox:
    case QAccessible::EditableText:
    case QAccessible::ProgressBar:
    case QAccessible::Slider:
    case QAccessible::SpinBox:
    case QAccessible::Link:
    case QAccessible::MenuItem:
    case QAccessible::PageTab:
    case QAccessible::Table:
    case QAccessible::Tree:
    case QAccessible::List:
        return true;
    default:
        return false;
    }
}

/// Visits all visible elements. Cells are rows of models, which are checked separately.
void findUnnamed(QAccessibleInterface* interface, QStringList& unnamed, int& interactive) {
    if (!interface || !interface->isValid() || interface->state().invisible)
        return;
    const QAccessible::Role role = interface->role();
    const bool hasRole = role != QAccessible::Client && role != QAccessible::NoRole && role != QAccessible::Window;
    const bool isText = role == QAccessible::StaticText; // its name is its text, which can be selected
    if (isInteractive(role) || (interface->state().focusable && hasRole && !isText)) {
        ++interactive;
        if (interface->text(QAccessible::Name).isEmpty())
            unnamed.append(QStringLiteral("no name: %1 role %2").arg(describe(*interface)).arg(int(role)));
    }
    const auto* widget = qobject_cast<const QWidget*>(interface->object());
    if (!hasRole && widget && (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy() && !widget->isWindow())
        unnamed.append(QStringLiteral("no role: ") + describe(*interface));
    if (role == QAccessible::Table || role == QAccessible::Tree || role == QAccessible::List ||
        role == QAccessible::ComboBox)
        return;
    for (int i = 0; i < interface->childCount(); ++i)
        findUnnamed(interface->child(i), unnamed, interactive);
}

/// Returns the contrast of the most common color of a part of a widget with the color that differs most from it. The
/// picture is enlarged, so that thin strokes have the color of the text.
double contrastIn(QWidget& widget, const QRect& part) {
    constexpr int scale = 3;
    QImage picture(part.size() * scale, QImage::Format_RGB32);
    picture.setDevicePixelRatio(scale);
    // Of the window, because the background of a button can be that of its parents.
    widget.window()->render(&picture, {}, QRect(widget.mapTo(widget.window(), part.topLeft()), part.size()));
    QHash<QRgb, int> counts;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            ++counts[picture.pixel(x, y)];
    if (counts.isEmpty())
        return 21;
    const QColor ground =
        std::max_element(counts.keyValueBegin(), counts.keyValueEnd(), [](const auto& a, const auto& b) {
            return a.second < b.second;
        })->first;
    double most = 1;
    for (auto color = counts.keyBegin(); color != counts.keyEnd(); ++color)
        most = std::max(most, theme::contrast(QColor(*color), ground));
    return most;
}

/// Lists the visible texts of labels, buttons, tabs and cells that have less contrast than 4.5 : 1.
QStringList paleTexts(QWidget& in) {
    QStringList pale;
    const auto check = [&pale](QWidget& widget, const QRect& part, const QString& text) {
        if (text.trimmed().isEmpty() || part.width() < 8 || part.height() < 8)
            return;
        if (const double found = contrastIn(widget, part); found < 4.5)
            pale.append(QStringLiteral("%1 %2 “%3”: %4")
                            .arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName(), text)
                            .arg(found, 0, 'f', 2));
    };
    for (QWidget* widget : in.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->visibleRegion().isEmpty())
            continue;
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            check(*widget, widget->rect(), label->text());
        else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            check(*widget, widget->rect(), button->text());
        else if (const auto* tabs = qobject_cast<const QTabBar*>(widget))
            for (int i = 0; i < tabs->count(); ++i)
                check(*widget, tabs->isTabVisible(i) ? tabs->tabRect(i) & tabs->rect() : QRect(), tabs->tabText(i));
        else if (const auto* view = qobject_cast<const QAbstractItemView*>(widget))
            for (int row = 0; row < view->model()->rowCount(view->rootIndex()); ++row)
                for (int column = 0; column < view->model()->columnCount(view->rootIndex()); ++column) {
                    const QModelIndex index = view->model()->index(row, column, view->rootIndex());
                    check(*view->viewport(), view->visualRect(index) & view->viewport()->rect(),
                          index.data().toString());
                }
    }
    return pale;
}

} // namespace

/// All pages of the window, for eyes and for screen readers.
class TestPages final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void everyControlHasANameAndARole() {
        QStringList unnamed;
        int interactive = 0;
        visitAll([&](QWidget& page, const QString& name) {
            QStringList found;
            findUnnamed(QAccessible::queryAccessibleInterface(&page), found, interactive);
            for (const QString& one : std::as_const(found))
                if (std::ranges::none_of(unnamed, [&](const QString& other) { return other.endsWith(one); }))
                    unnamed.append(QString(name % QStringLiteral(": ") % one));
        });
        QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join(u'\n')));
        QVERIFY2(interactive > 800, qPrintable(QString::number(interactive)));
    }

    void textCanBeRead_data() {
        QTest::addColumn<theme::Scheme>("scheme");
        QTest::newRow("light") << theme::Scheme::Light;
        QTest::newRow("dark") << theme::Scheme::Dark;
        QTest::newRow("high contrast") << theme::Scheme::HighContrast;
    }
    void textCanBeRead() {
        QFETCH(theme::Scheme, scheme);
        theme::apply(*qApp, scheme);
        QStringList pale;
        visitAll([&](QWidget& page, const QString& name) {
            const QStringList found = paleTexts(page);
            for (const QString& one : found)
                if (std::ranges::none_of(pale, [&](const QString& other) { return other.endsWith(one); }))
                    pale.append(QString(name % QStringLiteral(": ") % one));
        });
        theme::apply(*qApp, theme::Scheme::Light);
        QVERIFY2(pale.isEmpty(), qPrintable(pale.join(u'\n')));
    }

    void uncheckedBoxesOfMenusCanBeSeen_data() { textCanBeRead_data(); }
    void uncheckedBoxesOfMenusCanBeSeen() {
        QFETCH(theme::Scheme, scheme);
        theme::apply(*qApp, scheme);
        QMenu menu;
        QAction* action = menu.addAction(QStringLiteral("Unified"));
        action->setCheckable(true);
        menu.ensurePolished();
        menu.resize(menu.sizeHint());
        const QImage picture = menu.grab().toImage();
        const QRect row = menu.actionGeometry(action);
        const QColor ground = picture.pixelColor(row.right() - 2, row.center().y());
        double best = 1;
        for (int x = row.left(); x < row.left() + 24; ++x)
            for (int y = row.top(); y <= row.bottom(); ++y)
                best = std::max(best, theme::contrast(picture.pixelColor(x, y), ground));
        theme::apply(*qApp, theme::Scheme::Light);
        QVERIFY2(best >= 3, qPrintable(QString::number(best)));
    }

    /// Only some standard actions have icons in a theme.
    void menusOfFieldsHaveNoIcons() {
        theme::apply(*qApp, theme::Scheme::Light);
        QLineEdit line;
        const std::unique_ptr<QMenu> menu(line.createStandardContextMenu());
        QVERIFY(!menu->actions().isEmpty());
        for (const QAction* action : menu->actions())
            QVERIFY2(!action->isIconVisibleInMenu(), qPrintable(action->text()));
    }

    /// Entries that are checked show that instead.
    void commandsHaveIconsInMenus() {
        MainWindow window;
        int icons = 0;
        for (const QAction* title : window.menuBar()->actions())
            for (const QAction* action : title->menu()->actions()) {
                if (action->isSeparator() || action->isCheckable())
                    continue;
                QVERIFY2(!action->icon().isNull() && action->isIconVisibleInMenu(), qPrintable(action->text()));
                ++icons;
            }
        QVERIFY2(icons > 40, qPrintable(QString::number(icons)));
    }

    void iconsFollowTheScheme() {
        const QIcon inMenu = theme::commandIcon(QLatin1String("graph-map"), theme::IconPlace::Menu);
        const QIcon onButton = theme::commandIcon(QLatin1String("graph-map"), theme::IconPlace::Button);
        QVERIFY(theme::commandIcon(QLatin1String("no command"), theme::IconPlace::Menu).isNull());
        const auto colorOf = [](const QIcon& icon, QIcon::Mode mode) {
            const QImage picture = icon.pixmap(QSize(48, 48), mode).toImage();
            return picture.pixelColor(8, 14); // the left side of the first square
        };
        for (const auto scheme : {theme::Scheme::Light, theme::Scheme::Dark, theme::Scheme::HighContrast}) {
            theme::apply(*qApp, scheme);
            const theme::Surfaces& s = theme::surfaces(scheme);
            QCOMPARE(colorOf(inMenu, QIcon::Normal), s.dimText);
            QCOMPARE(colorOf(inMenu, QIcon::Active), s.accentText); // on the highlight of the entry
            QCOMPARE(colorOf(onButton, QIcon::Active), s.dimText);
            QVERIFY(theme::contrast(s.dimText, s.window) >= 3 && theme::contrast(s.accentText, s.accent) >= 3);
        }
        theme::apply(*qApp, theme::Scheme::Light);
    }

    void problemsGetTheRoomOfPlaces() {
        session::DiagnosticText text;
        text.summary = QStringLiteral("Reference to undeclared input variable");
        text.location = QStringLiteral("main.tf:3,5-9");
        text.address = QStringLiteral("module.service[\"cart\"].terraform_data.image");
        widgets::DiagnosticsPage page;
        page.resize(1280, 200);
        page.show();
        page.setDiagnostics({text}, false);
        QCoreApplication::processEvents();
        const QTableView& table = *page.findChild<QTableView*>();
        QVERIFY2(table.columnWidth(1) >= table.sizeHintForIndex(table.model()->index(0, 1)).width(),
                 qPrintable(QString::number(table.columnWidth(1))));
        QCOMPARE(table.horizontalHeader()->length(), table.viewport()->width());
        // A long problem leaves a third for its place and its address.
        text.summary = QString(300, u'x');
        page.setDiagnostics({text}, false);
        QCoreApplication::processEvents();
        const int room = table.viewport()->width() - table.columnWidth(0);
        QVERIFY(std::abs(table.columnWidth(1) - room * 2 / 3) <= 2);
        QVERIFY(table.columnWidth(2) > 0 && table.columnWidth(3) > table.columnWidth(2));
        QCOMPARE(table.horizontalHeader()->length(), table.viewport()->width());
    }

    void placesOfDiagnosticsAreLinks() {
        session::DiagnosticText text;
        text.summary = QStringLiteral("Unsupported argument");
        text.location = QStringLiteral("main.tf:3,5-9");
        text.file = QStringLiteral("main.tf");
        text.line = 3;
        widgets::DiagnosticsPage page;
        page.resize(1280, 200);
        page.show();
        page.setDiagnostics({text}, false);
        QSignalSpy chosen(&page, &widgets::DiagnosticsPage::placeChosen);
        const QTableView& table = *page.findChild<QTableView*>();
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(table.model()->index(0, 1)).center());
        QCOMPARE(chosen.size(), 0); // selects the problem
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(table.model()->index(0, 2)).center());
        QCOMPARE(chosen.size(), 1);
        auto& details = *named<QTextBrowser>(page, "diagnostic");
        QTextCursor place = details.document()->find(text.location);
        QVERIFY(!place.isNull());
        place.setPosition(place.selectionStart() + 1);
        QTest::mouseClick(details.viewport(), Qt::LeftButton, {}, details.cursorRect(place).center());
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen.last(), (QVariantList{text.file, text.line}));
    }

    void namesOfProgramsAreWholeBesideFreeSpace() {
        const QString name = QStringLiteral("registry.opentofu.org/hashicorp/random");
        widgets::ProgramTable table;
        table.setPrograms({{session::Program::Kind::Provider, name, QStringLiteral("3.0.0"), QStringLiteral("x")}});
        table.resize(1000, 200);
        table.show();
        QTRY_VERIFY(table.columnWidth(1) >= widgets::WrappingTable::widthOf(int(name.size())));
        QCOMPARE(table.rowHeight(0), theme::rowHeight);
    }

private:
    /// Shows the pages and dialogs of a window one after the other.
    void visitAll(const std::function<void(QWidget& page, const QString& name)>& visit) {
        QTemporaryDir folder;
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        visit(window, QStringLiteral("start page"));
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration));
        QVERIFY(write(folder.filePath(QStringLiteral("terraform.tfstate")), stateOfThree));
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        visit(window, QStringLiteral("overview"));
        QVERIFY(window.select(QStringLiteral("terraform_data.base")));
        visit(window, QStringLiteral("change"));
        // Each page of the drawer separately, as users see it.
        for (const char* page : {"findings", "drift", "outputs", "checks", "diagnostics", "log", "providers",
                                 "generated", "difference", "order", "history"}) {
            QVERIFY2(window.showView(QString::fromLatin1(page)), page);
            QCoreApplication::processEvents();
            visit(window, QString::fromLatin1(page));
        }
        for (const char* name : {"open-filter", "commands", "keys", "trusted-folders"}) {
            window.findChild<QAction*>(QLatin1String(name))->trigger();
            QWidget* popup = QApplication::activePopupWidget() ? QApplication::activePopupWidget()
                                                               : QApplication::activeModalWidget();
            for (QDialog* dialog : window.findChildren<QDialog*>())
                if (!popup && dialog->isVisible())
                    popup = dialog;
            QVERIFY2(popup, name);
            visit(*popup, QLatin1String(name));
            popup->close();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
        window.approve();
        QVERIFY(window.reviewPage());
        visit(window, QStringLiteral("review"));
        apply(window, folder, visit);
        window.showState();
        QTRY_VERIFY(window.isStateShown());
        QCoreApplication::processEvents();
        visit(window, QStringLiteral("state"));
    }
    void apply(MainWindow& window, const QTemporaryDir& folder,
               const std::function<void(QWidget& page, const QString& name)>& visit) {
        QTest::keyClicks(window.reviewPage()->findChild<QWidget*>(QStringLiteral("word")), window.reviewPage()->word());
        QSignalSpy settled(&window, &MainWindow::settled);
        QTest::mouseClick(window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
        const auto* page = window.findChild<widgets::ApplyPage*>();
        QTRY_VERIFY_WITH_TIMEOUT(!page->model().running().isEmpty(), 20000);
        visit(window, QStringLiteral("applying"));
        QVERIFY(write(folder.filePath(QStringLiteral("go")), ""));
        if (settled.isEmpty())
            QVERIFY(settled.wait(20000));
        visit(window, QStringLiteral("applied"));
    }
};

QTEST_MAIN(TestPages)
#include "tst_pages.moc"
