// SPDX-License-Identifier: MPL-2.0
#include "ui/window/plan/plan_view.h"

#include "core/plans/applied_changes.h"
#include "ui/bars/verdict_bar.h"
#include "ui/basics/settings.h"
#include "ui/basics/sliced_task.h"
#include "ui/basics/text.h"
#include "ui/controls/change_list.h"
#include "ui/controls/command.h"
#include "ui/controls/pane.h"
#include "ui/graph/bars/graph_frame.h"
#include "ui/graph/graph_header.h"
#include "ui/graph/graph_view.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/finding_rows.h"
#include "ui/models/page_rows.h"
#include "ui/models/roles.h"
#include "ui/pages/change/change_delegate.h"
#include "ui/pages/change/change_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/move_hints.h"
#include "ui/pages/list/change_finder.h"
#include "ui/pages/list/changes_pane.h"
#include "ui/session/planning_session.h"
#include "ui/session/session_result.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"
#include "ui/window/plan/plan_regions.h"

#include <QAction>
#include <QCheckBox>
#include <QGraphicsScene>
#include <QHBoxLayout>
#include <QSettings>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace planlens::widgets {

using models::ChangeTreeModel;
using theme::ActionKind;

PlanView::PlanView(QWidget& window, session::PlanningSession& session, const session::Request& request, VerdictBar& bar,
                   QWidget* parent)
    : QObject(&window)
    , m_window(window)
    , m_session(session)
    , m_bar(bar)
    , m_overrides(new PlanningOverrides(window, session, request, m_selection))
    , m_slices(new SlicedTask(this))
    , m_changes(new ChangesPane(window, *m_slices, m_selection))
    , m_finder(new ChangeFinder(bar, *m_changes, *m_slices, m_selection, this))
    , m_drawer(new DetailPanel) // gets its place, also in the tab order, after the regions
    , m_regions(new PlanRegions(*m_drawer, parent)) {
    addCommand(m_window, "open-source", tr("Open configuration"), {Qt::Key_F4}, [this] {
        if (const auto place = source())
            Q_EMIT placeChosen(qstring(place->filename.str()), int(place->start.line));
    });
    QAction* unified = addCommand(m_window, "unified", tr("Unified"), {}, {});
    unified->setCheckable(true);
    unified->setToolTip(tr("Shows values after the change below those before it"));
    buildList();
    connectFinder();
    connect(m_drawer, &DetailPanel::addressChosen, this, &PlanView::choose);
    connect(m_drawer, &DetailPanel::placeChosen, this, &PlanView::placeChosen);
    connect(m_drawer, &DetailPanel::messageShown, this, &PlanView::messageShown);
    connect(&m_bar, &VerdictBar::driftRequested, this, [this] { m_drawer->show(DetailPanel::Page::Drift); });
    connect(&m_bar, &VerdictBar::checksRequested, this, [this] { m_drawer->show(DetailPanel::Page::Checks); });
    QWidget* page = buildPage();
    m_regions->setContents(m_changes, page, tr("Change"), buildGraph());
}

PlanView::~PlanView() = default;

void PlanView::buildList() {
    connect(&m_changes->model(), &ChangeTreeModel::rowsReplaced, &m_session, &session::PlanningSession::discard);
    connect(m_changes, &ChangesPane::rowSelected, this, [this](const QModelIndex& current) {
        if (!m_session.isApplying())
            m_regions->pages().setCurrentIndex(0);
        const QModelIndex row = current.siblingAtColumn(0);
        setSelected(row.data(models::AddressRole).toString(), Origin::List);
        m_page->showText(current);
    });
    connect(m_changes, &ChangesPane::severalSelected, this, [this](const QStringList& addresses) {
        m_selection.instances = addresses;
        m_graph->selectAlso(addresses);
        m_page->showSeveral(addresses);
        Q_EMIT selectionChanged();
    });
    connect(m_changes, &ChangesPane::valuesToggled, this, [this](bool isOn) {
        using ListForm = PlanRegions::ListForm;
        const int width = m_regions->setListForm(isOn ? ListForm::Values : ListForm::Addresses);
        if (isOn)
            m_changes->fitColumns(width);
    });
    connect(m_changes, &ChangesPane::menuRequested, this, &PlanView::showMenu);
    connect(m_changes, &ChangesPane::messageShown, this, &PlanView::messageShown);
}

QWidget* PlanView::buildPage() {
    QWidget* parent = m_regions->upper();
    QWidget* buttons = commandButtons(parent); // before the page in the tab order
    m_page = new ChangePage(m_changes->model(), m_changes->filter(), m_drawer->moveHints(), parent);
    connect(m_page, &ChangePage::addressChosen, this, &PlanView::choose);
    connect(m_page, &ChangePage::generatedRequested, this,
            [this] { m_drawer->showNamed(QStringLiteral("generated")); });
    connect(m_page, &ChangePage::pageRequested, m_drawer, &DetailPanel::showNamed);
    connect(m_page, &ChangePage::reviewRequested, this, [this] { step(1, Step::NotReviewed); });
    connect(m_page, &ChangePage::movedBlockRequested, this, [this] { m_drawer->moveHints().copyAction()->trigger(); });
    connect(m_page, &ChangePage::copyRequested, this,
            [this] { findCommand(m_window, QLatin1String("copy-address"))->trigger(); });
    connect(m_page, &ChangePage::menuRequested, this, &PlanView::showMenu);
    connect(&m_changes->model(), &ChangeTreeModel::manyChanged, m_page->attributes().viewport(),
            qOverload<>(&QWidget::update));
    connect(m_page, &ChangePage::placeChosen, this, &PlanView::placeChosen);
    const QString key = QStringLiteral("change/unified");
    QAction* unified = findCommand(m_window, QLatin1String("unified"));
    connect(unified, &QAction::toggled, this, [this, key](bool isOn) {
        m_page->setUnified(isOn);
        if (hasSettings())
            QSettings().setValue(key, isOn);
    });
    unified->setChecked(hasSettings() && QSettings().value(key).toBool());
    return pane(tr("Change"), m_page, buttons, parent);
}

QWidget* PlanView::buildGraph() {
    QWidget* parent = m_regions->upper();
    m_graph = new graph::GraphView; // the frame gives it its place, also in the tab order
    m_graph->setObjectName(QStringLiteral("graph"));
    connect(m_graph, &graph::GraphView::selected, this,
            [this](const QString& address) { setSelected(address, Origin::Graph); });
    connect(m_graph, &graph::GraphView::menuRequested, this, &PlanView::showMenu);
    connect(m_graph, &graph::GraphView::drawn, this, [this] {
        if (std::exchange(m_isDrawing, false))
            Q_EMIT drawn();
    });

    auto* header = new graph::GraphHeader(*m_graph, parent);
    return pane(tr("Graph"), new graph::GraphFrame(*m_graph, *header, parent), header, parent);
}

QWidget* PlanView::commandButtons(QWidget* parent) {
    auto* buttons = new QWidget(parent);
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid / 2);
    const auto add = [row](QWidget* button, const QAction* action) {
        const auto showIfEnabled = [button, action] { button->setVisible(action->isEnabled()); };
        connect(action, &QAction::enabledChanged, button, showIfEnabled);
        showIfEnabled();
        row->addWidget(button);
    };
    QAction& review = m_changes->reviewAction();
    auto* reviewed = new QCheckBox(review.text(), buttons);
    reviewed->setObjectName(QStringLiteral("change-reviewed"));
    reviewed->setToolTip(tr("Marks the change as reviewed (Space)"));
    connect(reviewed, &QCheckBox::clicked, &review, &QAction::trigger);
    connect(&review, &QAction::toggled, reviewed, &QCheckBox::setChecked);
    add(reviewed, &review);
    const auto command = [this](const char* name) { return findCommand(m_window, QLatin1String(name)); };
    QAction *unified = command("unified"), *openSource = command("open-source");
    add(paneButton(*unified, buttons), unified);
    using Kind = PlanningOverrides::Kind;
    for (const auto kind : {Kind::Replace, Kind::Exclude, Kind::Target})
        add(m_overrides->makeButton(kind, buttons), &m_overrides->action(kind));
    add(shrinkingPaneButton(*openSource, buttons), openSource);
    return buttons;
}

void PlanView::run(std::vector<std::function<void()>> steps) {
    m_slices->take(std::move(steps), m_result ? m_result->plan.get() : nullptr);
}

void PlanView::setResult(std::shared_ptr<const session::Result> result, Rows rows) {
    m_result = std::move(result);
    m_graph->setFindings(models::foundByAddress(m_result->analysis.findings));
    m_drawer->setFindings(m_result->analysis.findings);
    m_drawer->setLikelyMoves(m_result->analysis.likelyMoves);
    using Overrides = ChangePage::Overrides;
    m_page->setOverrides(!m_result->request.planFile.isEmpty()                 ? Overrides::None
                         : m_result->request.mode == session::PlanMode::Normal ? Overrides::Allowed
                                                                               : Overrides::NoReplacement);
    m_finder->setResult(m_result);
    const auto listRows = rows == Rows::First ? ChangesPane::Rows::First : ChangesPane::Rows::Again;
    m_changes->setResult(m_result, listRows);
    m_finder->filterRows();
    m_changes->unfoldRows(listRows);
    Q_EMIT resultShown(m_result);
}

void PlanView::showPages() {
    m_drawer->setPlan(m_result->plan, m_result->secrets());
    m_page->setResult(m_result);
    m_drawer->setDiagnostics(m_result->diagnostics, m_result->canEstimate);
}

void PlanView::drawGraph() {
    m_isDrawing = true;
    m_graph->setPlan(m_result->plan);
}

void PlanView::clear() {
    m_isDrawing = false;
    m_graph->setPlan(nullptr);
}

void PlanView::showCounts() {
    VerdictBar::Counts counts;
    if (m_result && m_result->plan) {
        for (const plans::ResourceInstanceChangePtr& change : m_result->changes().resources()) {
            if (!plans::isApplied(*m_result->plan, change->address))
                continue;
            ++counts.actions[std::size_t(theme::listedKind(*m_result->plan, *change))];
            counts.moved += change->isMoved();
            if (change->change.importing && theme::actionKind(*change) != ActionKind::Import)
                ++counts.actions[std::size_t(ActionKind::Import)];
        }
        counts.drift = models::driftCount(*m_result->plan);
        for (const auto& [address, check] : m_result->plan->checks) {
            counts.checks += 1;
            counts.failedChecks += states::hasFailed(check.status);
            counts.passedChecks += check.status == states::CheckStatus::Pass;
        }
        counts.findings = models::severityCounts(m_result->analysis.findings);
    }
    m_bar.setCounts(counts);
}

void PlanView::setEstimate(const QSet<QString>& addresses) {
    m_changes->setEstimate(addresses);
    m_page->delegate().setEstimate(addresses);
    m_graph->setEstimate(addresses);
}

void PlanView::beginApply() {
    m_changes->beginApply();
    m_changes->model().setStatusOfAll(models::ApplyStatus::Waiting);
    m_graph->beginApply();
}

void PlanView::setStatuses(const QVector<models::InstanceStatus>& statuses) {
    m_changes->model().setStatuses(statuses);
    if (statuses.size() > 20)
        m_graph->scene()->update(); // recording each item would take the scene long
    for (const models::InstanceStatus& status : statuses)
        m_graph->setStatus(status.address, status.status, status.note);
}

} // namespace planlens::widgets
