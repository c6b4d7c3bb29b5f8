// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/changes/change_facts.h"
#include "ui/models/search/address_search.h"

#include <QObject>
#include <QSet>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <optional>

namespace planlens::models {
struct Selection;
class ValueSearch;
} // namespace planlens::models
namespace planlens::session {
struct Result;
}

namespace planlens::widgets {

class ChangesPane;
class SlicedTask;
class VerdictBar;

/// Finds changes: applies the filters and the search of a verdict bar to the rows of a pane, and shows in the bar how
/// many changes they find.
class ChangeFinder final : public QObject {
    Q_OBJECT
public:
    /// All of these must outlive the finder. Large plans are filtered in steps of `slices`.
    ChangeFinder(VerdictBar& bar, ChangesPane& pane, SlicedTask& slices, const models::Selection& selection,
                 QObject* parent);
    ~ChangeFinder() override;

    /// Sets the plan of a result, before the pane gets it.
    void setResult(std::shared_ptr<const session::Result> result);
    /// Filters the rows of the pane after they were released.
    void filterRows();
    /// Updates everything that depends on the shown rows.
    void showFiltered();
    /// Removes all filters.
    void showAll();
    /// Makes the selected address the current match if it is one.
    void followSelection();

    const models::ChangeCriteria& criteria() const { return m_criteria; }
    /// Returns the addresses of the changes that the filters show, in row order; those that the search omits too.
    const QStringList& findable() const { return m_findable; }
    const models::AddressSearch& search() const { return m_search; }

Q_SIGNALS:
    /// The filter is another; its message in the status bar is obsolete.
    void filterChanged();
    /// The addresses of shown changes; nullopt: all of them.
    void shownChanged(const std::optional<QSet<QString>>& shown);
    /// The rows were filtered. Emitted before the search is repeated.
    void filtered();
    /// The filters hide the selected change.
    void selectionHidden();
    void searched(const planlens::models::AddressQuery& query);
    /// The first match of a query that the user is typing; where the search began if nothing matches.
    void typedMatchFound(const QString& address);
    /// The user stopped typing at this match.
    void typingPaused(const QString& address);
    /// The user chose the next or previous match.
    void matchChosen(const QString& address);
    /// The user left the search field.
    void left();

private:
    void connectBar();
    void applyFilter();
    models::AddressQuery query() const;
    /// Returns the query if only matches are shown.
    models::AddressQuery filterQuery() const;
    void showFilteredCounts();
    void showReviewed();
    /// Jump selects the match after typing.
    enum class Jump { No, Yes };
    void find(Jump jump);
    void goToMatch();
    void showMatchCount();

    VerdictBar& m_bar;
    ChangesPane& m_pane;
    SlicedTask& m_slices;
    const models::Selection& m_selection;
    std::shared_ptr<const session::Result> m_result;
    std::shared_ptr<const models::ChangeFacts> m_facts; // of the plan
    models::ChangeCriteria m_criteria;                  // in effect
    models::ValueSearch* m_values;
    models::AddressSearch m_search;
    std::optional<QSet<QString>> m_shown; // addresses of the shown changes; nullopt: all
    QStringList m_findable, m_notShown;   // addresses that can be selected, and the others
    QString m_start;                      // the selection before the first key of the query
    bool m_isJumping = false;             // typing selects a match
    QTimer m_pause;                       // since the last key
};

} // namespace planlens::widgets
