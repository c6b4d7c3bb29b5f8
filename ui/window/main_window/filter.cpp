// SPDX-License-Identifier: MPL-2.0
// Filters the changes in the tree and the graph, and counts the hidden ones.
#include "ui/bars/search_field.h"
#include "ui/bars/verdict_bar.h"
#include "ui/basics/text.h"
#include "ui/controls/change_list.h"
#include "ui/graph/graph_view.h"
#include "ui/models/changes/change_filter_model.h"
#include "ui/models/finding_rows.h"
#include "ui/models/search/value_search.h"
#include "ui/pages/change/change_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/order_page.h"
#include "ui/pages/tree_unfolder.h"
#include "ui/session/session_result.h"
#include "ui/window/main_window.h"
#include "ui/window/sliced_task.h"

#include <QSet>
#include <QStatusBar>
#include <QTreeView>

#include <algorithm>
#include <memory>
#include <utility>

namespace planlens::widgets {

void MainWindow::buildFilter() {
    m_values = new models::ValueSearch(this);
    connect(m_values, &models::ValueSearch::ready, this, &MainWindow::applyFilter);
    connect(m_verdictBar, &VerdictBar::filterChanged, this, &MainWindow::applyFilter);
    connect(m_verdictBar, &VerdictBar::allRequested, this, &MainWindow::showAll);
}

void MainWindow::showFacts() {
    m_facts = m_result->facts ? m_result->facts : std::make_shared<const models::ChangeFacts>();
    m_values->setPlan(m_result->plan, m_result->secrets());
    m_verdictBar->setFacts(m_facts->counts());
}

void MainWindow::showAll() {
    SearchField& field = m_verdictBar->search();
    if (field.showsMatchesOnly())
        field.clear();
    m_verdictBar->setCriteria({});
}

models::AddressQuery MainWindow::currentQuery() {
    models::AddressQuery query(m_verdictBar->search().text());
    if (!query.values().isEmpty())
        query.setValueMatches(m_values->find(query.values()));
    return query;
}

bool MainWindow::isLargePlan() const {
    constexpr std::size_t much = 1000; // in changes
    return m_result && m_result->plan && m_result->plan->changes.resources().size() > much;
}

void MainWindow::runSliced(std::vector<std::function<void()>> steps) {
    m_slicedTask->take(std::move(steps));
    if (!isLargePlan())
        m_slicedTask->finish();
}

void MainWindow::releaseRows() {
    m_tree->setUpdatesEnabled(false); // keeps the previous contents visible until the new ones are ready
    m_isSelecting = true;
    m_filter->release();
    m_isSelecting = false;
}

void MainWindow::applyFilter() {
    m_slicedTask->finish();
    const models::AddressQuery query =
        m_verdictBar->search().showsMatchesOnly() ? currentQuery() : models::AddressQuery();
    if (m_verdictBar->criteria() == m_criteria && query == m_filter->query())
        return showFiltered();
    statusBar()->clearMessage(); // about the previous filter
    runSliced({[this] { releaseRows(); },
               [this] {
                   filterRows();
                   m_isSelecting = true;
                   m_unfolder->restore();
                   revealInTree(m_selected);
                   m_isSelecting = false;
               },
               [this] { showFiltered(); }});
}

void MainWindow::filterRows() {
    m_criteria = m_verdictBar->criteria();
    m_isSelecting = true;
    const models::AddressQuery query =
        m_verdictBar->search().showsMatchesOnly() ? currentQuery() : models::AddressQuery();
    m_filter->set(m_criteria.kinds, m_facts->addresses(m_criteria), query,
                  models::ChangeFacts::planSeverities(m_criteria, query));
    m_isSelecting = false;
    m_tree->setUpdatesEnabled(true);
}

void MainWindow::showFiltered() {
    m_verdictBar->setShown(m_facts->shown(m_criteria, m_filter->query()), m_facts->total(),
                           m_facts->hiddenFindings(m_criteria, m_filter->query()));
    showFilteredCounts();
    models::ChangeFilterModel::Addresses addresses = m_filter->addresses();
    m_findable = std::move(addresses.chosen);
    m_notShown = std::move(addresses.others);
    if (m_notShown.contains(m_selected)) {
        statusBar()->showMessage(tr("The filter hides %1, so it is no longer selected.").arg(m_selected), 8000);
        setSelected({}, Origin::Elsewhere);
    }
    // In a separate event loop iteration, because both are slow for large plans.
    QTimer::singleShot(0, this,
                       [this, all = m_criteria.isEmpty(), shown = QSet<QString>(m_findable.begin(), m_findable.end())] {
                           if (all)
                               m_graph->setFilter({});
                           else
                               m_graph->setFilter([shown](const QStringList& instances) {
                                   return std::any_of(instances.begin(), instances.end(),
                                                      [&](const QString& address) { return shown.contains(address); });
                               });
                       });
    find(Jump::No);
    showEmptyState();
}

/// The count beside a filter is that of what it would show, so its own selection does not limit it.
void MainWindow::showFilteredCounts() {
    if (!m_result || !m_result->plan) {
        m_shown.reset();
        return;
    }
    const models::AddressQuery& query = m_filter->query();
    models::ChangeCriteria anyKind = m_criteria, anySeverity = m_criteria;
    anyKind.kinds.clear();
    anySeverity.severities.clear();
    std::vector<risk::Finding> findings;
    const bool isLimited = !anySeverity.isEmpty() || !query.isEmpty();
    const QSet<QString> found = isLimited ? m_facts->matching(anySeverity, query) : QSet<QString>();
    for (const risk::Finding& finding : m_result->findings)
        if (!isLimited || (finding.address && found.contains(qstring(finding.address->toString()))))
            findings.push_back(finding);
    m_verdictBar->setFilteredCounts(m_facts->kindCounts(anyKind, query), models::severityCounts(findings));
    std::optional<QSet<QString>> shown;
    if (!m_criteria.isEmpty() || !query.isEmpty())
        shown = m_facts->matching(m_criteria, query);
    m_change->setFilter(shown);
    m_orderPage->setFilter(shown);
    m_details->setFilter(shown);
    m_shown = std::move(shown);
    showReviewed();
}

} // namespace planlens::widgets
