// SPDX-License-Identifier: MPL-2.0
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "tests/ui/states/truncated_texts.h"
#include "ui/basics/recent_folders.h"
#include "ui/graph/graph_view.h"
#include "ui/language/translations.h"
#include "ui/models/apply_model.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/review/review_page.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QHeaderView>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTextEdit>
#include <QTreeView>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

const QSize smallest(960, 600);
const QList<QSize> pictureSizes{{1280, 800}, {1440, 900}, {1920, 1080}, {2560, 1440}};

QString named(QSize size) {
    return QStringLiteral("%1x%2").arg(size.width()).arg(size.height());
}

/// Returns the widgets that are wider than a window of this width may be.
QStringList tooWide(const QWidget& window, int width) {
    QStringList found;
    for (const auto* widget : window.findChildren<QWidget*>())
        if (const int least = std::max(widget->minimumWidth(), widget->minimumSizeHint().width());
            widget->isVisible() && widget->x() + least > width - 2 * theme::grid)
            found.append(QStringLiteral("%1 %2 needs %3")
                             .arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName())
                             .arg(least));
    return found;
}

/// Returns the part of a section that no visible cell and not its title needs.
int freeSpace(const QAbstractItemView& view, const QHeaderView& header, int section, const QModelIndexList& rows) {
    int needed = header.isVisible() ? header.sectionSizeHint(section) : 0;
    for (const QModelIndex& row : rows)
        needed = std::max(needed, view.sizeHintForIndex(row.siblingAtColumn(section)).width());
    const bool isDrawing = std::ranges::all_of(
        rows, [section](const QModelIndex& row) { return row.siblingAtColumn(section).data().toString().isEmpty(); });
    return isDrawing ? 0 : std::max(0, header.sectionSize(section) - needed);
}

/// Returns the addresses in a table or tree that are elided although columns beside them have free space.
QStringList elidedBesideFreeSpace(const QAbstractItemView& view, const QHeaderView& header) {
    static const QRegularExpression address(QStringLiteral("^(module|data|[a-z]+_[a-z_]+)(\\.|\\[)"));
    QModelIndexList rows;
    for (int y = 0; y < view.viewport()->height(); y += theme::rowHeight / 2)
        if (const QModelIndex row = view.indexAt(QPoint(view.viewport()->width() / 2, y)).siblingAtColumn(0);
            row.isValid() && !rows.contains(row))
            rows.append(row);
    QStringList found;
    for (const QModelIndex& row : rows)
        for (int section = 0; section < header.count(); ++section) {
            const QModelIndex index = row.siblingAtColumn(section);
            const int missing = view.sizeHintForIndex(index).width() - view.visualRect(index).width();
            if (header.isSectionHidden(section) || missing <= 0 || !index.data().toString().contains(address))
                continue;
            int spare = 0;
            for (int other = section + 1; other < header.count(); ++other)
                spare += header.isSectionHidden(other) ? 0 : freeSpace(view, header, other, rows);
            if (spare >= missing)
                found.append(QStringLiteral("%1: %2 misses %3 of %4 free pixels")
                                 .arg(view.objectName(), index.data().toString())
                                 .arg(missing)
                                 .arg(spare));
        }
    return found;
}

QStringList elidedBesideFreeSpace(const QWidget& window) {
    QStringList found;
    for (const auto* table : window.findChildren<QTableView*>())
        if (table->isVisible() && !table->wordWrap())
            found += elidedBesideFreeSpace(*table, *table->horizontalHeader());
    for (const auto* tree : window.findChildren<QTreeView*>()) // the list of changes and the diff draw their own texts
        if (tree->isVisible() && tree->objectName() != QStringLiteral("changes") &&
            tree->objectName() != QStringLiteral("attributes"))
            found += elidedBesideFreeSpace(*tree, *tree->header());
    return found;
}

/// Returns the widgets that still have colors of the light theme after a change to the dark one.
QStringList leftInLight(QWidget& window) {
    const theme::Surfaces& light = theme::surfaces(theme::Scheme::Light);
    QStringList found;
    for (const auto* text : window.findChildren<QTextEdit*>())
        for (const QColor& color : {light.text, light.dimText, light.error})
            if (text->isVisible() && text->toHtml().contains(color.name()))
                found.append(text->objectName());
    if (auto* map = window.findChild<QWidget*>(QStringLiteral("minimap")); map && map->isVisible()) {
        const QImage picture = map->grab().toImage();
        if (qGray(picture.pixel(picture.width() - 4, 4)) > 127)
            found.append(map->objectName());
    }
    return found;
}

} // namespace

/// The window in the states that a reviewer sees, at all sizes and in all languages. With PLANLENS_PICTURES set to a
/// folder, each state is also drawn there, at each size and in each theme: see docs/pictures/states.
class TestStates final : public QObject {
    Q_OBJECT

    using Prepare = void (TestStates::*)();
    static QList<std::pair<const char*, Prepare>> states() {
        return {{"start", &TestStates::start},        {"overview", &TestStates::overview},
                {"replace", &TestStates::replace},    {"drift", &TestStates::drift},
                {"graph", &TestStates::graph},        {"map-300", &TestStates::smallMap},
                {"map-10000", &TestStates::largeMap}, {"what-if", &TestStates::whatIf},
                {"review", &TestStates::review},      {"applying", &TestStates::applying},
                {"failed", &TestStates::failed},      {"errors", &TestStates::errors},
                {"comparing", &TestStates::comparing}};
    }

    void start();
    void overview() { openExample(); }
    void replace();
    void drift();
    void graph();
    void smallMap();
    void largeMap();
    void whatIf();
    void review();
    void applying();
    void failed();
    void errors();
    void comparing();

    void open(const QString& path);
    void openExample();
    /// Opens a folder with modules that depend on each other, each with the same resources.
    void openModules(int modules, int resources);
    void openFailing(const char* command);
    void show(const char* view) { QVERIFY(m_window->showView(QString::fromLatin1(view))); }
    void waitForDrawing();
    void draw(const QString& name);
    QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }

    std::unique_ptr<QTemporaryDir> m_folder;
    ScopedEnvironment m_environment;
    std::unique_ptr<language::Translations> m_language;
    std::unique_ptr<MainWindow> m_window;

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void cleanup();
    void stateFits_data();
    void stateFits();
};

void TestStates::cleanup() {
    if (m_folder && m_window && m_window->findChild<widgets::ApplyPage*>()->isApplying()) {
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        QVERIFY(write(path("go"), ""));
        QVERIFY(settled.wait(20000));
    }
    m_window.reset();
    m_language.reset();
    m_environment.restore();
    QLocale::setDefault(QLocale::c());
    QCoreApplication::setOrganizationName({});
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestStates::open(const QString& path) {
    QVERIFY(!path.isEmpty());
    m_window->open(path, session::Trust::Given);
    QVERIFY(settle(*m_window, 60000));
}

void TestStates::start() {
    QCoreApplication::setOrganizationName(QStringLiteral("planlens-test"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder->path());
    for (const char* name : {"network", "shop-prod", "shop-staging/eu-central-1"}) {
        QVERIFY(QDir().mkpath(path(name)));
        widgets::addRecentFolder(path(name));
    }
    m_window = std::make_unique<MainWindow>();
}

void TestStates::openExample() {
    copyFolder(QStringLiteral(PLANLENS_SOURCE_DIR "/resources/examples/review"), path("shop-prod"));
    open(path("shop-prod"));
}

void TestStates::replace() {
    openExample();
    QVERIFY(m_window->select(QStringLiteral("module.service[\"cart\"].terraform_data.image")));
}

void TestStates::drift() {
    QByteArray drifted;
    for (int i = 0; i < 12; ++i)
        drifted +=
            QByteArray(i == 0 ? "" : ",") +
            QByteArray(R"({"address":"module.network[\"eu-central-1\"].aws_subnet.private[%1]",)"
                       R"("module_address":"module.network[\"eu-central-1\"]","mode":"managed","index":%1,)"
                       R"("type":"aws_subnet","name":"private","provider_name":"registry.opentofu.org/hashicorp/aws",)"
                       R"("change":{"actions":["update"],"before":{"id":"s-%1","map_public_ip":false},)"
                       R"("after":{"id":"s-%1","map_public_ip":true,"tags":{"owner":"%1"}}}})")
                .replace("%1", QByteArray::number(i));
    QVERIFY(write(path("plan.json"), R"({"format_version":"1.2","terraform_version":"1.9.0","configuration":{},)"
                                     R"("resource_changes":[],"resource_drift":[)" +
                                         drifted + "]}"));
    open(path("plan.json"));
    show("drift");
}

void TestStates::openModules(int modules, int resources) {
    QVERIFY(QDir().mkpath(path("estate/part")) && QDir().mkpath(path("estate/.terraform/modules")));
    QByteArray root,
        part = "variable \"above\" {\n  default = []\n}\noutput \"id\" {\n  value = terraform_data.node0.id\n}\n";
    QByteArray manifest = R"({"Modules":[{"Key":"","Source":"","Dir":"."})";
    for (int i = 0; i < modules; ++i) {
        QByteArrayList above;
        if (i > 0) // a tree with some more edges
            above.append("module.part" + QByteArray::number((i - 1) / 4) + ".id");
        if (i % 5 == 4)
            above.append("module.part" + QByteArray::number(i / 5) + ".id");
        root += "module \"part" + QByteArray::number(i) + "\" {\n  source = \"./part\"\n  above  = [" +
                above.join(", ") + "]\n}\n";
        manifest += R"(,{"Key":"part)" + QByteArray::number(i) + R"(","Source":"./part","Dir":"part"})";
    }
    for (int i = 0; i < resources; ++i)
        part += "resource \"terraform_data\" \"node" + QByteArray::number(i) + "\" {\n  input = " +
                (i == 0 ? QByteArray("var.above") : "terraform_data.node" + QByteArray::number((i - 1) / 2) + ".id") +
                "\n}\n";
    QVERIFY(write(path("estate/main.tf"), root));
    QVERIFY(write(path("estate/part/main.tf"), part));
    QVERIFY(write(path("estate/.terraform/modules/modules.json"), manifest + "]}"));
    open(path("estate"));
}

void TestStates::graph() {
    openModules(30, 10);
    QVERIFY(m_window->select(QStringLiteral("module.part7.terraform_data.node0")));
    show("graph");
}

void TestStates::smallMap() {
    openModules(30, 10);
    show("graph-modules");
}

void TestStates::largeMap() {
    openModules(100, 100);
    show("graph-modules");
}

void TestStates::whatIf() {
    openExample();
    QVERIFY(m_window->select(QStringLiteral("terraform_data.network")));
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    m_window->findChild<QAction*>(QStringLiteral("replace"))->trigger();
    QVERIFY(settled.wait(20000));
    show("difference");
}

void TestStates::review() {
    openExample();
    m_window->approve();
    QVERIFY(m_window->reviewPage());
}

/// The first object is created at once, the others fail or wait for it.
void TestStates::openFailing(const char* command) {
    const QByteArray text = "resource \"terraform_data\" \"network\" {}\n"
                            "resource \"terraform_data\" \"database\" {\n  depends_on = [terraform_data.network]\n"
                            "  provisioner \"local-exec\" {\n    command = \"@\"\n  }\n}\n"
                            "resource \"terraform_data\" \"user_with_a_long_name_of_the_billing_service\" {\n"
                            "  count = 3\n  input = terraform_data.database.id\n}\n"
                            "output \"address\" {\n  value = terraform_data.network.id\n}\n";
    QVERIFY(write(path("main.tf"), QByteArray(text).replace("@", command)));
    open(m_folder->path());
    m_window->approve();
    QTest::mouseClick(m_window->reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
}

void TestStates::applying() {
    openFailing("echo migrating table 17 of 40; while [ ! -e go ]; do sleep 0.05; done");
    const auto* table = m_window->findChild<QTableView*>(QStringLiteral("applied"));
    const auto isRunning = [&] {
        for (int row = 0; row < table->model()->rowCount(); ++row)
            if (table->model()
                    ->index(row, models::ApplyModel::MessageColumn)
                    .data()
                    .toString()
                    .startsWith(QStringLiteral("migrating")))
                return true;
        return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isRunning(), 20000);
}

void TestStates::failed() {
    openFailing("echo table 17 is locked by another migration >&2; exit 3");
    QVERIFY(settle(*m_window));
}

void TestStates::errors() {
    QVERIFY(QDir().mkpath(path("shop-prod")));
    QVERIFY(write(path("shop-prod/main.tf"),
                  "module \"network\" {\n  source = \"git::https://example.com/network.git\"\n}\n"
                  "resource \"terraform_data\" \"a\" {\n  input = module.network.id\n}\n"));
    m_environment.set("PLANLENS_TOOL", "/bin/true");
    open(path("shop-prod"));
}

void TestStates::comparing() {
    openExample();
    const QString file = path("shop-prod/main.tf");
    QVERIFY(write(file, read(file).replace("2024.11", "2024.12").replace("\"10.20.32.0/20\"", "\"10.20.48.0/20\"")));
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    m_window->findChild<QAction*>(QStringLiteral("plan"))->trigger();
    QVERIFY(settled.wait(20000));
    show("difference");
}

void TestStates::waitForDrawing() {
    const graph::GraphView& view = m_window->graphView();
    QTRY_VERIFY_WITH_TIMEOUT(!view.isVisible() || (!view.isDrawing() && !view.isMoving()), 30000);
}

void TestStates::draw(const QString& name) {
    const QStringList themes{QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("contrast")};
    for (int i = 0; i < themes.size(); ++i) {
        theme::apply(*qApp, theme::Scheme(i));
        QCoreApplication::processEvents();
        waitForDrawing();
        QString file = name % u'-' % themes[i];
        if (m_window->devicePixelRatio() > 1)
            file += QStringLiteral("-%1x").arg(m_window->devicePixelRatio());
        QVERIFY(m_window->grab().save(
            QDir(qEnvironmentVariable("PLANLENS_PICTURES")).filePath(file % QStringLiteral(".png"))));
    }
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestStates::stateFits_data() {
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("language");
    for (int i = 0; i < states().size(); ++i)
        for (const char* language : {"en", "de"})
            QTest::addRow("%s-%s", states()[i].first, language) << i << QString::fromLatin1(language);
}

void TestStates::stateFits() {
    QFETCH(int, state);
    QFETCH(QString, language);
    m_folder = std::make_unique<QTemporaryDir>();
    QLocale::setDefault(QLocale(language));
    m_language = std::make_unique<language::Translations>(QLocale(language));
    m_window = std::make_unique<MainWindow>();
    m_window->resize(pictureSizes.first());
    m_window->show();
    (this->*states()[state].second)();
    if (QTest::currentTestFailed())
        return;
    m_window->show();
    for (const QSize size : QList<QSize>{smallest} + pictureSizes) {
        // A smaller width may need another layout first.
        QTRY_VERIFY2((m_window->resize(size), m_window->size() == size),
                     qPrintable(tooWide(*m_window, size.width()).join(u'\n')));
        QCoreApplication::processEvents();
        waitForDrawing();
        if (qEnvironmentVariableIsSet("PLANLENS_PICTURES")) {
            const bool isScaled = m_window->devicePixelRatio() > 1; // one size suffices
            if (size == smallest || (isScaled && size != pictureSizes.first()))
                continue;
            draw(QString::fromLatin1(states()[state].first) % u'-' % language % u'-' % named(size));
            continue;
        }
        // The last changes of the layout are queued.
        QTRY_COMPARE(truncatedTexts(*m_window).join(u'\n'), QString());
        QTRY_COMPARE(elidedBesideFreeSpace(*m_window).join(u'\n'), QString());
    }
    theme::apply(*qApp, theme::Scheme::Dark);
    QCoreApplication::processEvents();
    QTRY_COMPARE(leftInLight(*m_window).join(u'\n'), QString());
}

QTEST_MAIN(TestStates)
#include "tst_states.moc"
