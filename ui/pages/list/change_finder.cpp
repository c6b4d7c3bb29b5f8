// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/list/change_finder.h"

#include "ui/bars/search_field.h"
#include "ui/bars/verdict_bar.h"
#include "ui/basics/sliced_task.h"
#include "ui/basics/text.h"
#include "ui/models/changes/change_filter_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/changes/selection.h"
#include "ui/models/finding_rows.h"
#include "ui/models/search/value_search.h"
#include "ui/pages/list/changes_pane.h"
#include "ui/session/session_result.h"

#include <QScopedValueRollback>

#include <utility>
#include <vector>

namespace planlens::widgets {

namespace {

constexpr int pauseAfterKey = 120; // milliseconds

} // namespace

ChangeFinder::ChangeFinder(VerdictBar& bar, ChangesPane& pane, SlicedTask& slices, const models::Selection& selection,
                           QObject* parent)
    : QObject(parent)
    , m_bar(bar)
    , m_pane(pane)
    , m_slices(slices)
    , m_selection(selection)
    , m_facts(std::make_shared<const models::ChangeFacts>())
    , m_values(new models::ValueSearch(this)) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseAfterKey);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_search.current() == m_selection.address)
            Q_EMIT typingPaused(m_selection.address);
    });
    connectBar();
    connect(m_values, &models::ValueSearch::ready, this, &ChangeFinder::applyFilter);
    connect(&m_pane, &ChangesPane::marksChanged, this, &ChangeFinder::showReviewed);
    connect(&m_pane, &ChangesPane::formChanged, this, [this] {
        if (m_result)
            showFiltered();
    });
}

ChangeFinder::~ChangeFinder() = default;

void ChangeFinder::connectBar() {
    const SearchField& field = m_bar.search();
    connect(&field, &QLineEdit::textChanged, this, [this, &field] {
        if (field.showsMatchesOnly())
            applyFilter();
        m_slices.take({[this] { find(Jump::Yes); }}, m_result ? m_result->plan.get() : nullptr);
    });
    connect(&field, &SearchField::matchesOnlyToggled, this, &ChangeFinder::applyFilter);
    connect(&field, &SearchField::nextRequested, this, [this] {
        m_search.next();
        goToMatch();
    });
    connect(&field, &SearchField::previousRequested, this, [this] {
        m_search.previous();
        goToMatch();
    });
    connect(&field, &SearchField::left, this, &ChangeFinder::left);
    connect(&m_bar, &VerdictBar::filterChanged, this, &ChangeFinder::applyFilter);
    connect(&m_bar, &VerdictBar::allRequested, this, &ChangeFinder::showAll);
}

void ChangeFinder::setResult(std::shared_ptr<const session::Result> result) {
    m_result = std::move(result);
    m_facts = m_result->analysis.facts ? m_result->analysis.facts : std::make_shared<const models::ChangeFacts>();
    m_values->setPlan(m_result->plan, m_result->secrets());
    m_bar.setFacts(m_facts->counts());
}

void ChangeFinder::showAll() {
    SearchField& field = m_bar.search();
    if (field.showsMatchesOnly())
        field.clear();
    m_bar.setCriteria({});
}

models::AddressQuery ChangeFinder::query() const {
    models::AddressQuery query(m_bar.search().text());
    if (!query.values().isEmpty())
        query.setValueMatches(m_values->find(query.values()));
    return query;
}

models::AddressQuery ChangeFinder::filterQuery() const {
    return m_bar.search().showsMatchesOnly() ? query() : models::AddressQuery();
}

void ChangeFinder::applyFilter() {
    m_slices.finish();
    if (m_bar.criteria() == m_criteria && filterQuery() == m_pane.filter().query())
        return showFiltered();
    Q_EMIT filterChanged();
    m_slices.take({[this] { m_pane.releaseRows(); },
                   [this] {
                       filterRows();
                       m_pane.restoreRows();
                   },
                   [this] { showFiltered(); }},
                  m_result ? m_result->plan.get() : nullptr);
}

void ChangeFinder::filterRows() {
    m_criteria = m_bar.criteria();
    m_pane.filterRows(m_criteria, m_facts->addresses(m_criteria), filterQuery());
}

void ChangeFinder::showFiltered() {
    const models::ChangeFilterModel& filter = m_pane.filter();
    m_bar.setShown(m_facts->shown(m_criteria, filter.query()), m_facts->total(),
                   m_facts->hiddenFindings(m_criteria, filter.query()));
    showFilteredCounts();
    models::ChangeFilterModel::Addresses addresses = filter.addresses();
    m_findable = std::move(addresses.chosen);
    m_notShown = std::move(addresses.others);
    if (m_notShown.contains(m_selection.address))
        Q_EMIT selectionHidden();
    Q_EMIT filtered();
    find(Jump::No);
    m_pane.showEmptyState();
}

/// The count beside a filter is that of what it would show, so its own selection does not limit it.
void ChangeFinder::showFilteredCounts() {
    if (!m_result || !m_result->plan) {
        m_shown.reset();
        return;
    }
    const models::AddressQuery& query = m_pane.filter().query();
    models::ChangeCriteria anyKind = m_criteria, anySeverity = m_criteria;
    anyKind.kinds.clear();
    anySeverity.severities.clear();
    std::vector<risk::Finding> findings;
    const bool isLimited = !anySeverity.isEmpty() || !query.isEmpty();
    const QSet<QString> found = isLimited ? m_facts->matching(anySeverity, query) : QSet<QString>();
    for (const risk::Finding& finding : m_result->analysis.findings)
        if (!isLimited || (finding.address && found.contains(qstring(finding.address->toString()))))
            findings.push_back(finding);
    m_bar.setFilteredCounts(m_facts->kindCounts(anyKind, query), models::severityCounts(findings));
    m_shown.reset();
    if (!m_criteria.isEmpty() || !query.isEmpty())
        m_shown = m_facts->matching(m_criteria, query);
    Q_EMIT shownChanged(m_shown);
    showReviewed();
}

void ChangeFinder::showReviewed() {
    QSet<QString> counted = m_facts->reviewable();
    if (m_shown)
        counted.intersect(*m_shown);
    m_bar.setReviewed(int((m_pane.marks().addresses() & counted).size()), int(counted.size()));
}

void ChangeFinder::find(Jump jump) {
    m_slices.finish();
    const models::AddressQuery wanted = query();
    // Stays at the current match if it still matches; otherwise continues to the next one.
    m_search.find(wanted, m_findable, m_notShown + m_pane.model().unchangedAddresses(), m_selection.address);
    m_pane.setQuery(wanted);
    Q_EMIT searched(wanted);
    if (jump == Jump::Yes) {
        const QScopedValueRollback isJumping(m_isJumping, true);
        if (m_search.count() > 0) {
            Q_EMIT typedMatchFound(m_search.current());
            m_pause.start();
        } else if (!wanted.isEmpty() && m_selection.address != m_start && !m_notShown.contains(m_start)) {
            Q_EMIT typedMatchFound(m_start);
        }
    }
    showMatchCount();
}

void ChangeFinder::goToMatch() {
    if (m_search.count() > 0)
        Q_EMIT matchChosen(m_search.current());
    showMatchCount();
}

void ChangeFinder::followSelection() {
    if (!m_isJumping)
        m_start = m_selection.address;
    m_search.goTo(m_selection.address);
    showMatchCount();
}

void ChangeFinder::showMatchCount() {
    SearchField& field = m_bar.search();
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
