// SPDX-License-Identifier: MPL-2.0
#include "ui/window/plan/plan_regions.h"

#include "ui/basics/settings.h"
#include "ui/controls/region_maximizer.h"
#include "ui/controls/region_splitter.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/review/review_page.h"

#include <QSettings>
#include <QTabWidget>

#include <algorithm>
#include <utility>

namespace planlens::widgets {

namespace {

constexpr int wideWindow = 1500; // from this width the graph is beside the change

/// Returns the width of the list in a window of this width, at first.
int listWidthIn(int window) {
    return std::clamp(window * 9 / 25, 280, 420);
}

QList<int> columnsIn(int window) {
    return {listWidthIn(window), window - listWidthIn(window)};
}

const auto listKey = QStringLiteral("list");
const auto regionsKey = QStringLiteral("regions");

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
    connect(m_pages, &QTabWidget::currentChanged, this, &PlanRegions::showGraph);
    m_upper->addWidget(m_pages);
    m_upper->addWidget(graph);
    m_columns->addWidget(list);
    m_columns->addWidget(m_upper);
    m_columns->setStretchFactor(0, 0);
    m_columns->setStretchFactor(1, 1);
    m_columns->setSizes(columnsIn(window()->width()));
    addWidget(m_columns);
    addWidget(&m_drawer);
    setStretchFactor(0, 1);
    setStretchFactor(1, 0);
    connect(&m_drawer, &DetailPanel::opened, this, &PlanRegions::handleDrawer);
    m_drawer.setOpen(false);
    m_maximizer = new RegionMaximizer({list, m_pages, graph, &m_drawer}, this);
    connect(m_pages, &QTabWidget::currentChanged, m_maximizer, &RegionMaximizer::restore);
    connect(&m_drawer, &DetailPanel::opened, m_maximizer, &RegionMaximizer::restore);
    connect(&m_drawer, &DetailPanel::opened, this, &PlanRegions::showGraph);
}

QWidget* PlanRegions::upper() const {
    return m_upper;
}

void PlanRegions::toggleMaximized(const QWidget* inRegion) {
    m_maximizer->toggle(inRegion);
}

void PlanRegions::handleDrawer(bool isOpen) {
    showColumns();
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
    showGraph();
}

int PlanRegions::setListForm(ListForm form) {
    m_listForm = form;
    const int whole = m_columns->width();
    m_columns->setSizes(form == ListForm::Values ? QList<int>{whole * 3 / 5, whole * 2 / 5} : columnsIn(whole));
    return whole * 3 / 5;
}

void PlanRegions::setSpace(Space space) {
    m_space = space;
    showColumns();
}

void PlanRegions::showColumns() {
    m_columns->setVisible(!m_drawer.isOpen() || m_space == Space::ForPlan || m_pages->count() > 1);
}

/// A review takes the space of the graph, and has a button that applies. In a low window, the open drawer takes the
/// space of the graph below the page.
void PlanRegions::showGraph() {
    constexpr int roomForBoth = 480;
    const bool isReview = qobject_cast<const ReviewPage*>(m_pages->currentWidget());
    const bool isCrowded =
        m_drawer.isOpen() && m_upper->orientation() == Qt::Vertical && height() - sizes().value(1) < roomForBoth;
    if (isReview || isCrowded) {
        m_isGraphHidden = m_isGraphHidden || !m_graph->isHidden();
        m_graph->hide();
    } else if (std::exchange(m_isGraphHidden, false)) {
        m_graph->show();
    }
}

void PlanRegions::showGraphOnly() {
    m_list->hide();
    m_pages->hide();
}

void PlanRegions::hideGraph() {
    m_graph->hide();
}

void PlanRegions::remember(const QString& folder) const {
    QSettings settings;
    if (m_isListMoved)
        settings.setValue(folderSetting(folder, listKey), m_columns->saveState());
    if (m_upper->isMoved())
        settings.setValue(folderSetting(folder, regionsKey), m_upper->saveState());
}

void PlanRegions::restore(const QString& folder) {
    const QSettings settings;
    m_isListMoved = m_columns->restoreState(settings.value(folderSetting(folder, listKey)).toByteArray());
    m_upper->restoreMoved(settings.value(folderSetting(folder, regionsKey)).toByteArray());
}

} // namespace planlens::widgets
