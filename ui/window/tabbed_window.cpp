// SPDX-License-Identifier: MPL-2.0
#include "ui/window/tabbed_window.h"

#include "core/cloud/storage/address.h"
#include "ui/basics/settings.h"
#include "ui/session/finished_plan.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/tab_mark.h"

#include <QCloseEvent>
#include <QDir>
#include <QFileInfo>
#include <QScreen>
#include <QSettings>
#include <QSignalBlocker>
#include <QTabBar>

#include <algorithm>

namespace planlens::widgets {

namespace {

constexpr int longestName = 24; // characters

QString shortened(const QString& name) {
    return name.size() <= longestName ? name : QString(name.left(longestName - 1) % QChar(0x2026));
}

} // namespace

TabbedWindow::TabbedWindow(QWidget* parent)
    : QTabWidget(parent) {
    setObjectName(QStringLiteral("tabs"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(QStringLiteral("Planlens"));
    setDocumentMode(true);
    setMovable(true);
    setTabsClosable(true);
    setTabBarAutoHide(true);
    setElideMode(Qt::ElideNone);
    setUsesScrollButtons(true);
    tabBar()->setExpanding(false);
    tabBar()->setAccessibleName(tr("Open folders and plans"));
    resize(QSize(1280, 800).boundedTo(screen()->availableSize()));
    if (hasSettings())
        restoreGeometry(QSettings().value(QStringLiteral("geometry")).toByteArray());
    connect(this, &QTabWidget::currentChanged, this, &TabbedWindow::enter);
    connect(this, &QTabWidget::tabCloseRequested, this, [this](int at) { page(at)->close(); });
    connect(tabBar(), &QTabBar::tabMoved, this, &TabbedWindow::changed);
}

TabbedWindow::~TabbedWindow() {
    for (MainWindow* page : pages())
        page->disconnect(this);
    disconnect(this, &QTabWidget::currentChanged, this, nullptr);
}

MainWindow* TabbedWindow::page(int at) const {
    return qobject_cast<MainWindow*>(widget(at));
}
MainWindow* TabbedWindow::current() const {
    return page(currentIndex());
}

std::vector<MainWindow*> TabbedWindow::pages() const {
    std::vector<MainWindow*> all;
    for (int at = 0; at < count(); ++at)
        if (MainWindow* one = page(at))
            all.push_back(one);
    return all;
}

QStringList TabbedWindow::paths() const {
    QStringList all;
    for (const MainWindow* page : pages())
        if (const QString path = m_deferred.value(page, page->path()); !path.isEmpty())
            all.append(path);
    return all;
}

MainWindow& TabbedWindow::insertPage(int at) {
    auto* made = new MainWindow;
    made->setAttribute(Qt::WA_DeleteOnClose);
    connect(made, &MainWindow::markChanged, this, [this, made] { showMark(*made); });
    connect(made, &QWidget::windowTitleChanged, this, [this, made] {
        showMark(*made);
        if (current() == made)
            setWindowTitle(made->windowTitle());
    });
    connect(made, &MainWindow::folderOpened, this, &TabbedWindow::opened);
    connect(made, &MainWindow::tabRequested, this, [this, made](const QString& path) {
        path.isEmpty() ? (void)addPage() : open(path, made->trustOfProjects());
    });
    connect(made, &MainWindow::tabStepRequested, this, &TabbedWindow::step);
    connect(made, &MainWindow::windowRequested, this, &TabbedWindow::windowRequested);
    connect(made, &MainWindow::quitRequested, this, &TabbedWindow::quitRequested);
    connect(made, &QObject::destroyed, this, [this](QObject* gone) {
        m_deferred.remove(gone);
        // Queued, so that its tab has been removed.
        QMetaObject::invokeMethod(this, &TabbedWindow::handleClosedTab, Qt::QueuedConnection);
    });
    const int inserted = insertTab(at, made, {});
    for (const auto side : {QTabBar::LeftSide, QTabBar::RightSide})
        if (QWidget* button = tabBar()->tabButton(inserted, side))
            button->setAccessibleName(tr("Close tab"));
    showMark(*made);
    return *made;
}

MainWindow& TabbedWindow::addPage() {
    m_isClosing = false;
    MainWindow& made = insertPage(currentIndex() + 1);
    setCurrentWidget(&made);
    return made;
}

void TabbedWindow::open(const QString& path, session::Trust trust, const session::AddedFiles& added) {
    const bool isFile = path != session::standardInput && !cloud::storage::isAddress(path.toStdString());
    const QString absolute = isFile ? QFileInfo(path).absoluteFilePath() : path;
    for (MainWindow* page : pages())
        if (m_deferred.value(page, page->path()) == absolute)
            return setCurrentWidget(page);
    const bool isFree = current() && current()->path().isEmpty() && !m_deferred.contains(current());
    (isFree ? *current() : addPage()).open(path, trust, added);
    Q_EMIT opened();
}

void TabbedWindow::restore(const QStringList& paths, qsizetype shown) {
    {
        const QSignalBlocker blocker(this); // no tab may become current yet
        for (const QString& path : paths) {
            MainWindow& made = insertPage(count());
            m_deferred.insert(&made, path);
            showMark(made);
        }
        setCurrentIndex(int(shown));
    }
    enter(currentIndex());
}

void TabbedWindow::enter(int at) {
    MainWindow* const entered = page(at);
    if (!entered || m_isClosing)
        return;
    setWindowTitle(entered->windowTitle());
    if (const QString path = m_deferred.take(entered); !path.isEmpty())
        entered->open(path);
    Q_EMIT changed();
}

void TabbedWindow::step(int by) {
    if (count() > 1)
        setCurrentIndex((currentIndex() + by + count()) % count());
}

void TabbedWindow::showMark(MainWindow& page) {
    const int at = indexOf(&page);
    if (at < 0)
        return;
    TabMark mark = page.mark();
    if (const QString path = m_deferred.value(&page); !path.isEmpty()) {
        mark.name = QFileInfo(path).fileName();
        mark.path = path;
        mark.words = tr("not planned yet");
    }
    QString text = shortened(mark.name).replace(u'&', QStringLiteral("&&"));
    if (!mark.sign.isEmpty())
        text += QStringLiteral("   ") + mark.sign;
    setTabText(at, text);
    QStringList tip{mark.path.isEmpty() ? mark.name : QDir::toNativeSeparators(mark.path)};
    if (!mark.words.isEmpty())
        tip.append(mark.words);
    setTabToolTip(at, tip.join(u'\n'));
    tabBar()->setAccessibleTabName(at, mark.words.isEmpty() ? mark.name
                                                            : QString(mark.name % QStringLiteral(", ") % mark.words));
    const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
    tabBar()->setTabTextColor(at, mark.status == TabMark::Status::Error        ? s.error
                                  : mark.status == TabMark::Status::NeedsInput ? s.warning
                                                                               : QColor());
    const std::vector<MainWindow*> all = pages();
    if (m_isClosing && std::none_of(all.begin(), all.end(), [](const MainWindow* one) { return one->isClosing(); }))
        m_isClosing = false; // something needs the attention of the user
}

void TabbedWindow::handleClosedTab() {
    if (!m_isClosing && count() > 0) // a closing window keeps its tabs, to be restored
        Q_EMIT changed();
    const std::vector<MainWindow*> all = pages();
    if (all.empty() ||
        (m_isClosing && std::none_of(all.begin(), all.end(), [](const MainWindow* one) { return one->isBusy(); })))
        close();
}

/// Requests busy tabs to close as they would on their own; the others stay open until then.
void TabbedWindow::closeEvent(QCloseEvent* event) {
    if (hasSettings())
        QSettings().setValue(QStringLiteral("geometry"), saveGeometry());
    if (!m_isClosing && count() > 0)
        Q_EMIT changed();
    m_isClosing = true;
    MainWindow* waiting = nullptr;
    for (MainWindow* page : pages())
        if ((page->isBusy() || page->hasUnsavedState()) && !page->close() && !waiting)
            waiting = page;
    if (waiting) {
        const std::vector<MainWindow*> all = pages();
        m_isClosing = std::any_of(all.begin(), all.end(), [](const MainWindow* page) { return page->isClosing(); });
        setCurrentWidget(waiting);
        event->ignore();
        return;
    }
    for (MainWindow* page : pages())
        page->close();
    event->accept();
}

void TabbedWindow::killAndClose() {
    m_isClosing = true;
    for (MainWindow* page : pages())
        page->killAndClose();
}

void TabbedWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        for (MainWindow* page : pages())
            showMark(*page);
    QTabWidget::changeEvent(event);
}

} // namespace planlens::widgets
