// SPDX-License-Identifier: MPL-2.0
// Address search in the list and the graph, and navigation between changes.
#include "ui/bars/search_field.h"
#include "ui/bars/verdict_bar.h"
#include "ui/controls/change_list.h"
#include "ui/graph/graph_view.h"
#include "ui/models/changes/change_filter_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/pages/change/change_delegate.h"
#include "ui/window/main_window.h"
#include "ui/window/sliced_task.h"

#include <QTreeView>

namespace planlens::widgets {

namespace {

constexpr int revealDelay = 120; // milliseconds after the last key

} // namespace

void MainWindow::buildSearch() {
    const SearchField& field = m_verdictBar->search();
    m_reveal.setSingleShot(true);
    m_reveal.setInterval(revealDelay);
    connect(&m_reveal, &QTimer::timeout, this, [this] {
        if (m_search.current() == m_selected)
            m_graph->reveal(m_selected);
    });
    connect(&field, &QLineEdit::textChanged, this, [this, &field] {
        if (field.showsMatchesOnly())
            applyFilter();
        runSliced({[this] { find(Jump::Yes); }});
    });
    connect(&field, &SearchField::matchesOnlyToggled, this, &MainWindow::applyFilter);
    connect(&field, &SearchField::nextRequested, this, [this] {
        m_search.next();
        goToMatch();
    });
    connect(&field, &SearchField::previousRequested, this, [this] {
        m_search.previous();
        goToMatch();
    });
    connect(&field, &SearchField::left, this, [this] { m_tree->setFocus(Qt::OtherFocusReason); });
}

void MainWindow::find(Jump jump) {
    m_slicedTask->finish();
    const models::AddressQuery query = currentQuery();
    // Stays at the current match if it still matches; otherwise continues to the next one.
    m_search.find(query, m_findable, m_notShown + m_model->unchangedAddresses(), m_selected);
    m_delegate->setQuery(query);
    m_tree->viewport()->update();
    m_graph->setSearch(query);
    if (jump == Jump::Yes && m_search.count() > 0) {
        setSelected(m_search.current(), Origin::Typing);
        m_reveal.start();
    }
    showMatchCount();
}

void MainWindow::goToMatch() {
    if (m_search.count() > 0)
        setSelected(m_search.current(), Origin::Elsewhere);
    showMatchCount();
}

void MainWindow::showMatchCount() {
    SearchField& field = m_verdictBar->search();
    if (m_search.query().isEmpty()) {
        field.setCount({}, {});
        return;
    }
    const bool hasMatches = m_search.count() > 0;
    QString text = hasMatches ? tr("%L1 of %L2").arg(m_search.position()).arg(m_search.count()) : tr("none");
    QString explanation = hasMatches
                              ? tr("Match %L1 of %L2. Return selects the next match, Shift+Return the previous one.")
                                    .arg(m_search.position())
                                    .arg(m_search.count())
                              : tr("No change matches this address.");
    if (m_search.hiddenCount() > 0) {
        text += tr(" · %L1 hidden").arg(m_search.hiddenCount());
        explanation += u'\n' % tr("%n more not shown because they are unchanged or filtered out.", nullptr,
                                  int(m_search.hiddenCount()));
    }
    field.setCount(text, explanation);
}

} // namespace planlens::widgets
