// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/changes/change_facts.h"
#include "ui/models/search/found_at.h"
#include "ui/theme/action_style.h"

#include <QSet>
#include <QWidget>

#include <array>
#include <optional>
#include <vector>

class QFrame;
class QHBoxLayout;
class QLabel;
class QProgressBar;
class QToolButton;

namespace planlens::widgets {

class FilterChips;
class FilterPopup;
class SearchField;

/// The counts of a plan's actions, most destructive first; each is a filter. Also contains other filters and the
/// search.
class VerdictBar final : public QWidget {
    Q_OBJECT
public:
    explicit VerdictBar(QWidget* parent = nullptr);

    struct Counts {
        std::array<int, theme::allActionKinds.size()> actions{};
        int drift = 0;
        int checks = 0; // all of them
        int failedChecks = 0, passedChecks = 0;
        int moved = 0; // in addition to their action
        models::SeverityCounts findings;
    };
    void setCounts(const Counts& counts);
    /// Shows the counts of a filtered plan beside the filters. Filters without a match are hidden unless they are
    /// selected.
    void setFilteredCounts(const std::array<int, theme::allActionKinds.size()>& actions,
                           const models::SeverityCounts& findings);
    /// Sets the filter values and the resource types of each kind.
    void setFacts(const models::ChangeFacts::Counts& facts);
    QSet<int> kinds() const;
    models::ChangeCriteria criteria() const;
    /// Sets all filters at once; empty criteria show everything.
    void setCriteria(const models::ChangeCriteria& criteria);
    void setShown(int shown, int total, int hiddenFindings);
    /// Shows how many of the changes are reviewed; nothing without changes.
    void setReviewed(int reviewed, int changes);
    /// Dims the counts, because they are no longer those of pending changes; the note says what happened, if anything.
    enum class Pending { Yes, No };
    void setPending(Pending pending, const QString& note = {});
    void openFilter();
    SearchField& search() const { return *m_search; }

Q_SIGNALS:
    void filterChanged();
    void driftRequested();
    void checksRequested();
    /// Requests showing everything, whatever filter hides it.
    void allRequested();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// All labels; short words of findings and checks; words of actions only.
    enum class Words { All, Short, Actions };
    /// Everything in one row; the filters and the search below; the findings, drift and checks beside these.
    enum class Rows { One, SearchBelow, FindingsBelow };
    struct Form {
        Words words;
        Rows rows;
        int width = 0; // its minimum in pixels
    };

    void buildActions();
    void buildFindings();
    QToolButton* addButton(const QString& name, const QString& tip);
    /// Applies theme-dependent properties.
    void applyTheme();
    void applyTints();
    void fit();
    void setWords(Words words);
    void setRows(Rows rows);
    /// Returns the widgets of the upper and of the lower row.
    std::array<std::vector<QWidget*>, 2> rowsOf(Rows rows) const;
    void showReviewed(Words words);
    int countOf(theme::ActionKind kind) const;
    void showCounts();
    QString checksText() const;
    void handleFilter();

    std::array<QToolButton*, theme::allActionKinds.size()> m_actions{};
    std::array<QHBoxLayout*, 2> m_rows{};
    Counts m_counts; // of the shown changes
    std::array<Form, 7> m_forms{{{Words::All, Rows::One},
                                 {Words::Short, Rows::One},
                                 {Words::Actions, Rows::One},
                                 {Words::All, Rows::SearchBelow},
                                 {Words::Short, Rows::SearchBelow},
                                 {Words::Actions, Rows::SearchBelow},
                                 {Words::Actions, Rows::FindingsBelow}}}; // the best first
    std::optional<Rows> m_shownRows;
    Pending m_pending = Pending::Yes;
    QLabel* m_note; // before the counts; visible if it has a text
    int m_reviewedCount = 0, m_reviewable = 0;
    QToolButton* m_drift;
    QToolButton* m_checks;
    std::array<QToolButton*, 3> m_findings{}; // by risk::Severity; each is a filter, visible if it has findings
    QFrame* m_line;
    bool m_hasLine = false;
    QToolButton* m_filter;
    FilterPopup* m_popup;
    FilterChips* m_chips;
    SearchField* m_search;
    QLabel* m_reviewed;
    QProgressBar* m_reviewBar;
    bool m_isSetting = false;
};

} // namespace planlens::widgets
