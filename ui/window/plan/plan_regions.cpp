// SPDX-License-Identifier: MPL-2.0
#include "ui/window/plan/plan_regions.h"

#include "ui/basics/settings.h"
#include "ui/controls/pane.h"
#include "ui/controls/region_splitter.h"
#include "ui/controls/splitter_order.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/review/review_page.h"

#include <QEvent>
#include <QLabel>
#include <QSettings>
#include <QTabWidget>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace planlens::widgets {

namespace {

constexpr int wideWindow = 1500; // from this width the graph is beside the change

/// Returns the width of the list in a window of this width, at first. On wide screens, addresses get a share of what
/// the other regions have to spare.
int listWidthIn(int window) {
    constexpr int least = 280, common = 420;
    return std::max(std::clamp(window * 9 / 25, least, common), window * 6 / 25);
}

QList<int> columnsIn(int window) {
    return {listWidthIn(window), window - listWidthIn(window)};
}

const auto listKey = QStringLiteral("list");
const auto regionsKey = QStringLiteral("regions");
const auto hiddenKey = QStringLiteral("hidden");

constexpr std::pair<PlanRegions::Region, const char*> regionNames[] = {
    {PlanRegions::Region::List, "list"}, {PlanRegions::Region::Page, "page"}, {PlanRegions::Region::Graph, "graph"}};

} // namespace

PlanRegions::PlanRegions(DetailPanel& drawer, QWidget* parent)
    : QSplitter(Qt::Vertical, parent)
    , m_drawer(drawer)
    , m_columns(new QSplitter(Qt::Horizontal, this))
    , m_upper(new RegionSplitter(m_columns))
    , m_pages(new QTabWidget(m_upper)) {
    setChildrenCollapsible(false);
    m_columns->setChildrenCollapsible(false);
    connect(m_columns, &QSplitter::splitterMoved, this, [this] { m_isListMoved = true; });
    m_upper->setObjectName(QStringLiteral("regions"));
    m_pages->setObjectName(QStringLiteral("pages"));
    m_pages->setDocumentMode(true);
    m_pages->setAccessibleName(tr("Pages"));
    m_pages->setTabBarAutoHide(true);     // until there is a review or an apply
    m_pages->setFocusPolicy(Qt::NoFocus); // Tab would stay at the hidden tab bar, to which the focus is passed
}

void PlanRegions::setContents(QWidget* list, QWidget* page, const QString& pageTitle, QWidget* graph) {
    m_list = list;
    m_graph = graph;
    m_pages->addTab(page, pageTitle);
    m_upper->addWidget(m_pages);
    m_upper->addWidget(graph);
    m_columns->addWidget(list);
    m_columns->addWidget(m_upper);
    m_columns->setStretchFactor(0, 0);
    m_columns->setStretchFactor(1, 1);
    m_columns->setSizes(columnsIn(window()->width()));
    addWidget(m_columns);
    addWidget(&m_drawer);
    for (const QSplitter* splitter : {static_cast<const QSplitter*>(m_upper), static_cast<const QSplitter*>(m_columns),
                                      static_cast<const QSplitter*>(this)})
        orderChildren(*splitter);
    setStretchFactor(0, 1);
    setStretchFactor(1, 0);
    connect(&m_drawer, &DetailPanel::opened, this, &PlanRegions::handleDrawer);
    m_drawer.setOpen(false);
    const auto showAgain = [this] {
        m_maximized = nullptr;
        showRegions();
    };
    connect(m_pages, &QTabWidget::currentChanged, this, showAgain);
    connect(&m_drawer, &DetailPanel::opened, this, showAgain);
    for (const QWidget* region : {list, static_cast<QWidget*>(m_pages), graph, static_cast<QWidget*>(&m_drawer)})
        for (QLabel* title : region->findChildren<QLabel*>(paneTitleName()))
            title->installEventFilter(this);
}

QWidget* PlanRegions::upper() const {
    return m_upper;
}

void PlanRegions::toggleMaximized(const QWidget* inRegion) {
    const QWidget* wanted = nullptr;
    if (!m_maximized)
        for (const QWidget* region : std::initializer_list<const QWidget*>{m_list, m_pages, m_graph, &m_drawer})
            if (inRegion && (region == inRegion || region->isAncestorOf(inRegion)))
                wanted = region;
    m_maximized = wanted;
    showRegions();
}

bool PlanRegions::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::MouseButtonDblClick)
        return false;
    toggleMaximized(qobject_cast<QWidget*>(watched));
    return true;
}

void PlanRegions::handleDrawer(bool isOpen) {
    showRegions();
    if (!isOpen)
        setSizes({height(), 0}); // its tabs keep their height
    else if (const int wanted = std::min(DetailPanel::openHeight, height() / 2); sizes().value(1) < wanted)
        setSizes({height() - wanted, wanted});
}

void PlanRegions::fitTo(int width) {
    // The list follows the width of the window until the user moves its edge.
    if (!m_isListMoved && m_listForm == ListForm::Addresses)
        m_columns->setSizes(columnsIn(width));
    m_upper->setOrientation(width >= wideWindow ? Qt::Horizontal : Qt::Vertical);
    showRegions();
}

int PlanRegions::setListForm(ListForm form) {
    m_listForm = form;
    const int whole = m_columns->width();
    m_columns->setSizes(form == ListForm::Values ? QList<int>{whole * 3 / 5, whole * 2 / 5} : columnsIn(whole));
    return whole * 3 / 5;
}

void PlanRegions::setSpace(Space space) {
    m_space = space;
    showRegions();
}

void PlanRegions::setShown(Region region, bool isShown) {
    QSet<Region> hidden = m_hidden;
    if (isShown)
        hidden.remove(region);
    else
        hidden.insert(region);
    if (hidden.size() == int(std::size(regionNames)))
        hidden.remove(region == Region::Page ? Region::List : Region::Page);
    m_isShownChosen = true;
    m_maximized = nullptr;
    setHidden(hidden);
}

void PlanRegions::setHidden(const QSet<Region>& regions) {
    m_hidden = regions;
    showRegions();
    Q_EMIT shownChanged();
}

/// A review or an apply is always shown. A review takes the space of the graph, and has a button that applies. In a low
/// window, the open drawer takes the space of the graph below the page.
void PlanRegions::showRegions() {
    constexpr int roomForBoth = 480;
    const auto show = [this](QWidget& region, bool isShown) {
        region.setVisible(m_maximized ? m_maximized == &region : isShown);
    };
    const bool isReview = qobject_cast<const ReviewPage*>(m_pages->currentWidget());
    const bool isCrowded =
        m_drawer.isOpen() && m_upper->orientation() == Qt::Vertical && height() - sizes().value(1) < roomForBoth;
    const bool isPage = isShown(Region::Page) || m_pages->currentIndex() > 0;
    show(*m_list, isShown(Region::List));
    show(*m_pages, isPage);
    show(*m_graph, isShown(Region::Graph) && !isReview && !(isCrowded && isPage));
    show(m_drawer, true);
    m_upper->setVisible(!m_pages->isHidden() || !m_graph->isHidden());
    m_columns->setVisible(m_maximized ? m_maximized != &m_drawer
                                      : !m_drawer.isOpen() || m_space == Space::ForPlan || m_pages->count() > 1);
}

void PlanRegions::showGraphOnly() {
    m_maximized = m_graph;
    showRegions();
}

void PlanRegions::hideGraph() {
    setHidden(m_hidden + QSet<Region>{Region::Graph});
}

void PlanRegions::remember(const QString& folder) const {
    QSettings settings;
    if (m_isListMoved)
        settings.setValue(folderSetting(folder, listKey), m_columns->saveState());
    if (m_upper->isMoved())
        settings.setValue(folderSetting(folder, regionsKey), m_upper->saveState());
    if (!m_isShownChosen)
        return;
    QStringList hidden;
    for (const auto& [region, name] : regionNames)
        if (!isShown(region))
            hidden.append(QLatin1String(name));
    settings.setValue(folderSetting(folder, hiddenKey), hidden);
}

void PlanRegions::restore(const QString& folder) {
    const QSettings settings;
    m_isListMoved = m_columns->restoreState(settings.value(folderSetting(folder, listKey)).toByteArray());
    m_upper->restoreMoved(settings.value(folderSetting(folder, regionsKey)).toByteArray());
    const QStringList hidden = settings.value(folderSetting(folder, hiddenKey)).toStringList();
    QSet<Region> regions;
    for (const auto& [region, name] : regionNames)
        if (hidden.contains(QLatin1String(name)) && regions.size() < int(std::size(regionNames)) - 1)
            regions.insert(region);
    setHidden(regions);
}

} // namespace planlens::widgets
