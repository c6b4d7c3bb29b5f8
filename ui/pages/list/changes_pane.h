// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/changes/change_facts.h"
#include "ui/models/changes/selection.h"
#include "ui/models/review_marks.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QAction;
class QLabel;
class QToolButton;
class QUndoStack;

namespace planlens::masking {
class Secrets;
}
namespace planlens::models {
class ChangeFilterModel;
class ChangeTreeModel;
struct RowForm;
} // namespace planlens::models
namespace planlens::session {
struct Result;
}

namespace planlens::widgets {

class ChangeDelegate;
class ChangeList;
class SlicedTask;
class TreeUnfolder;

/// The pane "Changes": the list of the changes of a plan. It sorts, groups and unfolds the rows, marks changes as
/// reviewed and copies the selected ones. A ChangeFinder decides which rows are shown.
class ChangesPane final : public QWidget {
    Q_OBJECT
public:
    /// Adds the command that marks changes as reviewed to the window. Pending steps of `slices`, which shows large
    /// plans, are finished before the rows change. `selection` is that of the window; the pane never changes it.
    ChangesPane(QWidget& window, SlicedTask& slices, const models::Selection& selection);
    ~ChangesPane() override;

    /// Adds the commands that sort, unfold and copy to the window, and to the menus of the pane.
    void addCommands(QWidget& window);
    /// Enables the commands for the selection.
    void updateCommands();

    models::ChangeTreeModel& model() const { return *m_model; }
    models::ChangeFilterModel& filter() const { return *m_filter; }
    ChangeList& list() const { return *m_list; }
    const models::ReviewMarks& marks() const { return m_marks; }
    QAction& reviewAction() const { return *m_review; }
    /// The changes of the marks by the user.
    QUndoStack& undoStack() const { return *m_undo; }

    /// Removes the rows; the previous ones stay visible until filterRows().
    void releaseRows();
    /// Sets the plan of a result. The rows are those of the first plan of a folder, or of a plan of the same folder.
    enum class Rows { First, Again };
    void setResult(std::shared_ptr<const session::Result> result, Rows rows);
    /// Shows only these rows; see ChangeFilterModel::set().
    void filterRows(const models::ChangeCriteria& criteria, std::optional<QSet<QString>> addresses,
                    const models::AddressQuery& query);
    /// Unfolds the rows of setResult(): those that were unfolded before, and sections that are not too large.
    void unfoldRows(Rows rows);
    /// Unfolds the rows that were unfolded before, and shows the selected one.
    void restoreRows();
    /// Shows the marks that count in the plan: those of changes with the same content.
    void updateMarks();
    /// The plan is being applied. Its marks do not count for later changes with the same content.
    void beginApply() { m_isApplied = true; }
    /// Says why the list is empty, if it is.
    void showEmptyState();

    /// Makes the row of an address the current one and unfolds its parents.
    void reveal(const QString& address);
    /// Scrolls the row of an address to the center.
    void center(const QString& address);
    /// Returns the current row of the filter model.
    QModelIndex currentRow() const;
    /// Highlights the matches of a search.
    void setQuery(const models::AddressQuery& query);
    /// Hatches the changes that the current planning may affect.
    void setEstimate(const QSet<QString>& addresses);

    /// Folds or unfolds all rows; unfolding continues in the background.
    enum class Folding { Folded, Unfolded };
    void setFolding(Folding folding);
    bool isFolding() const;
    /// Shows the columns of values, or addresses only.
    void setValues(bool isOn);
    bool hasValues() const;
    /// Divides the width of the list among its columns, if it has those of values.
    void fitColumns(int width);

Q_SIGNALS:
    /// The user selected a row of the filter model.
    void rowSelected(const QModelIndex& row);
    /// The user selected several changes, or a group of identical ones.
    void severalSelected(const QStringList& addresses);
    /// The order or the groups changed, so that all rows are new.
    void formChanged();
    void marksChanged();
    /// The list got or lost its columns of values, and needs another width.
    void valuesToggled(bool isOn);
    void menuRequested(const QPoint& globalPosition);
    /// A message for the status bar.
    void messageShown(const QString& text);

private:
    void buildList();
    QWidget* headerButtons();
    void addOrders(QWidget& window);
    void addCopying(QWidget& window);
    void handleCurrent(const QModelIndex& current);
    void handleSelection();
    void copySelected(QString (*form)(const plans::Plan&, const std::vector<const plans::ResourceInstanceChange*>&,
                                      const masking::Secrets&));
    void setForm(const models::RowForm& form);
    /// Shows the order on its button.
    void showOrder();
    QAction* orderAction(const QString& name) const;
    void showValues(bool isOn);
    /// Unfolds sections and modules that are not too large.
    void unfoldSections();
    void toggleMarks(const QStringList& addresses);
    void restoreMarks(const models::ReviewMarks::Marks& marks);
    void showMarks();
    /// Checks the command if the selected changes are marked.
    void showSelectionMarked();

    SlicedTask& m_slices;
    const models::Selection& m_selection;
    std::shared_ptr<const session::Result> m_result;
    models::ChangeTreeModel* m_model;
    models::ChangeFilterModel* m_filter;
    ChangeList* m_list;
    ChangeDelegate* m_delegate;
    TreeUnfolder* m_unfolder;
    QLabel* m_empty; // over a list without rows
    QToolButton* m_order = nullptr;
    QToolButton* m_options = nullptr;
    QAction* m_review;
    QUndoStack* m_undo;
    QAction* m_values = nullptr;
    std::vector<QAction*> m_copying; // the commands that need selected instances
    models::ReviewMarks m_marks;
    QString m_marksPlace;      // the folder and workspace, or the file, of the marks; empty: not stored
    bool m_isApplied = false;  // the plan of the marks was applied
    bool m_isChanging = false; // the selection changes, but not by the user
};

} // namespace planlens::widgets
