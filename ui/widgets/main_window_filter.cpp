// SPDX-License-Identifier: MPL-2.0
// Which changes are shown, in the tree and in the graph, and how many are not.
#include "ui/graph/graph_view.h"
#include "ui/models/change_filter_model.h"
#include "ui/models/value_search.h"
#include "ui/session/session_result.h"
#include "ui/widgets/main_window.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/tree_unfolder.h"
#include "ui/widgets/verdict_bar.h"

#include <QSet>

#include <algorithm>

namespace planlens::widgets {

void MainWindow::buildFilter() {
    m_values = new models::ValueSearch(this);
    connect(m_values, &models::ValueSearch::ready, this, &MainWindow::applyFilter);
    connect(m_verdictBar, &VerdictBar::filterChanged, this, &MainWindow::applyFilter);
    connect(m_verdictBar, &VerdictBar::allRequested, this, &MainWindow::showAll);
}

void MainWindow::takeFacts() {
    const std::shared_ptr<const plans::Plan> plan = m_result ? m_result->plan : nullptr;
    m_facts = plan ? models::ChangeFacts(*plan) : models::ChangeFacts();
    m_values->setPlan(plan);
    m_verdictBar->setFacts(m_facts.counts());
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

void MainWindow::applyFilter() {
    const models::AddressQuery query = m_verdictBar->search().showsMatchesOnly() ? currentQuery() : models::AddressQuery();
    const models::ChangeCriteria criteria = m_verdictBar->criteria();
    m_isSelecting = true;
    if (criteria != m_criteria || query != m_filter->query()) {
        QSet<QString> unfolded = m_unfolder->unfolded();
        m_filter->setKinds(criteria.kinds);
        m_filter->setAddresses(m_facts.addresses(criteria));
        m_filter->setQuery(query);
        m_criteria = criteria;
        m_unfolder->unfold(std::move(unfolded));
        revealInTree(m_selected);
    } else {
        m_filter->setAddresses(m_facts.addresses(criteria)); // of another plan
    }
    m_isSelecting = false;
    m_verdictBar->setShown(m_facts.shown(criteria, query), m_facts.total());
    models::ChangeFilterModel::Addresses addresses = m_filter->addresses();
    m_findable = std::move(addresses.chosen);
    m_notShown = std::move(addresses.others);
    // In a turn of its own, for both take their time where there is much.
    QTimer::singleShot(0, this, [this, all = criteria.isEmpty(), shown = QSet<QString>(m_findable.begin(), m_findable.end())] {
        if (all)
            m_graph->setFilter({});
        else
            m_graph->setFilter([shown](const QStringList& instances) {
                return std::any_of(instances.begin(), instances.end(), [&](const QString& address) { return shown.contains(address); });
            });
    });
    find(Jump::No);
    showEmptyState();
}

} // namespace planlens::widgets
