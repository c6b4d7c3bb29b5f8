// SPDX-License-Identifier: MPL-2.0
#include "ui/window/plan/plan_regions.h"

#include "ui/basics/settings.h"
#include "ui/controls/pane.h"
#include "ui/controls/region_splitter.h"
#include "ui/controls/splitter_order.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/review/review_page.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace planlens::widgets {

namespace {

constexpr int wideWindow = 1500; // from this width the graph is beside the change
constexpr int lowWindow = 740;   // below this height, the change needs the space of the graph

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
const auto graphKey = QStringLiteral("graph-shown");

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
    addFoldButton();
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

void PlanRegions::fitTo(const QSize& window) {
    // The list follows the width of the window until the user moves its edge.
    if (!m_isListMoved && m_listForm == ListForm::Addresses)
        m_columns->setSizes(columnsIn(window.width()));
    m_upper->setOrientation(window.width() >= wideWindow ? Qt::Horizontal : Qt::Vertical);
    const bool wasShown = isShown(Region::Graph);
    m_isLow = window.height() < lowWindow && m_upper->orientation() == Qt::Vertical;
    showRegions();
    if (isShown(Region::Graph) != wasShown)
        Q_EMIT shownChanged();
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

bool PlanRegions::isShown(Region region) const {
    const bool needsSpace = m_isLow && !m_isGraphChosen && !m_hidden.contains(Region::Page);
    return !m_hidden.contains(region) && !(region == Region::Graph && needsSpace);
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
    if (region == Region::Graph)
        m_isGraphChosen = isShown;
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
    const bool isGraph = isShown(Region::Graph);
    const bool isBelow = m_upper->orientation() == Qt::Vertical && isPage;
    show(*m_graph, (isGraph || isBelow) && !isReview && !(isCrowded && isPage));
    foldGraph(!isGraph && m_maximized != m_graph);
    show(m_drawer, true);
    m_upper->setVisible(!m_pages->isHidden() || !m_graph->isHidden());
    m_columns->setVisible(m_maximized ? m_maximized != &m_drawer
                                      : !m_drawer.isOpen() || m_space == Space::ForPlan || m_pages->count() > 1);
}

/// Adds the button that hides and shows the graph before its title.
void PlanRegions::addFoldButton() {
    m_foldGraph = new QToolButton(m_graph);
    m_foldGraph->setObjectName(QStringLiteral("fold-graph"));
    m_foldGraph->setAutoRaise(true);
    auto* head = static_cast<QHBoxLayout*>(m_graph->layout()->itemAt(0)->layout());
    QWidget* before = m_pages->widget(0); // Tab reaches the button before the graph
    while (!m_graph->isAncestorOf(before->nextInFocusChain()))
        before = before->nextInFocusChain();
    while (before->focusPolicy() == Qt::NoFocus) // it would have no effect
        before = before->previousInFocusChain();
    QWidget::setTabOrder(before, m_foldGraph);
    head->insertWidget(0, m_foldGraph);
    m_foldGraph->lower(); // before the other children for assistive technology
    connect(m_foldGraph, &QToolButton::clicked, this, [this] { setShown(Region::Graph, !isShown(Region::Graph)); });
}

void PlanRegions::foldGraph(bool isFolded) {
    if (isFolded)
        m_upper->setFolded(true);
    foldPane(*m_graph, isFolded);
    m_upper->setFolded(isFolded);
    m_foldGraph->setVisible(m_upper->orientation() == Qt::Vertical && !m_maximized);
    m_foldGraph->setArrowType(isFolded ? Qt::RightArrow : Qt::DownArrow);
    const QString tip = isFolded ? tr("Show the graph (Alt+3)") : tr("Hide the graph (Alt+3)");
    m_foldGraph->setToolTip(tip);
    m_foldGraph->setAccessibleName(tip);
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
    if (const QByteArray moved = m_upper->movedState(); !moved.isEmpty())
        settings.setValue(folderSetting(folder, regionsKey), moved);
    if (m_isGraphChosen)
        settings.setValue(folderSetting(folder, graphKey), *m_isGraphChosen);
    if (!m_isShownChosen)
        return;
    QStringList hidden;
    for (const auto& [region, name] : regionNames)
        if (m_hidden.contains(region)) // that of a low window is not hidden by the user
            hidden.append(QLatin1String(name));
    settings.setValue(folderSetting(folder, hiddenKey), hidden);
}

void PlanRegions::restore(const QString& folder) {
    const QSettings settings;
    m_isListMoved = m_columns->restoreState(settings.value(folderSetting(folder, listKey)).toByteArray());
    m_upper->restoreMoved(settings.value(folderSetting(folder, regionsKey)).toByteArray());
    m_isGraphChosen = settings.contains(folderSetting(folder, graphKey))
                          ? std::optional(settings.value(folderSetting(folder, graphKey)).toBool())
                          : std::nullopt;
    const QStringList hidden = settings.value(folderSetting(folder, hiddenKey)).toStringList();
    QSet<Region> regions;
    for (const auto& [region, name] : regionNames)
        if (hidden.contains(QLatin1String(name)) && regions.size() < int(std::size(regionNames)) - 1)
            regions.insert(region);
    setHidden(regions);
}

} // namespace planlens::widgets
