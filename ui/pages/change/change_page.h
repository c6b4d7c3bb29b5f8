// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"

#include <QModelIndex>
#include <QSet>
#include <QSplitter>

#include <memory>
#include <optional>
#include <utility>

class QTextBrowser;
class QTreeView;

namespace planlens::models {
class ChangeFilterModel;
class ChangeTreeModel;
} // namespace planlens::models
namespace planlens::session {
struct ApplyReport;
struct Result;
} // namespace planlens::session

namespace planlens::widgets {

class ChangeDelegate;
class MoveHints;
class TextDiffView;

/// The selected change: its address, its reason, and its attributes before and after at full width. A module or a group
/// shows its changes. Without a selection: an overview of the plan.
class ChangePage final : public QSplitter {
    Q_OBJECT
public:
    /// Shows rows of `filter`, whose source model is `model`.
    ChangePage(models::ChangeTreeModel& model, models::ChangeFilterModel& filter, const MoveHints& moves,
               QWidget* parent = nullptr);
    ~ChangePage() override;

    /// Whether planning overrides are possible.
    enum class Overrides { Allowed, NoReplacement, None };
    void setOverrides(Overrides overrides) { m_overrides = overrides; }
    /// Sets the plan for the overview; null: none.
    void setResult(std::shared_ptr<const session::Result> result);
    /// Limits the overview and the pages of modules to these changes, which a filter shows; nullopt: all.
    void setFilter(std::optional<QSet<QString>> shown);
    /// Sets the outcome of applying the plan. The status of each change is that of the model.
    void setOutcome(std::shared_ptr<const session::ApplyReport> report) { m_outcome = std::move(report); }
    /// Shows a change, a module or a group of the model, by its key or address; empty: the overview. The reasons of
    /// the other objects of the instance are below those of the change.
    void show(const QString& address);
    /// Shows what these changes have in common.
    void showSeveral(const QStringList& addresses);
    /// Shows both sides of the text in a row of the filter model, or nothing if it has no text.
    void showText(const QModelIndex& row);
    /// Returns the selected row of the attributes; may be invalid.
    QModelIndex currentRow() const;
    /// Shows values after the change below those before it, instead of beside them.
    void setUnified(bool isUnified);
    QTreeView& attributes() const { return *m_attributes; }
    ChangeDelegate& delegate() const { return *m_delegate; }

Q_SIGNALS:
    void addressChosen(const QString& address);
    /// The user clicked a source position (absolute path, or relative to the folder).
    void placeChosen(const QString& file, int line);
    void generatedRequested();
    void reviewRequested();
    /// Requests a page of the drawer by its English name.
    void pageRequested(const QString& name);
    void movedBlockRequested();
    /// Requests a copy of the selected address.
    void copyRequested();
    void menuRequested(const QPoint& globalPosition);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QTextBrowser* addBrowser(const char* name, const QString& label);
    void explain();
    QString findingsHtml() const;
    QString outcomeHtml() const;
    /// Returns what changed the selected object outside of OpenTofu, and what the plan does about it.
    QString driftHtml() const;
    void showRows();
    void arrange();
    void fitColumns();
    int fitValues(int room);
    int rowsHeight() const;
    void unfold(const QModelIndex& parent, int& rowsLeft);

    models::ChangeTreeModel& m_model;
    models::ChangeFilterModel& m_filter;
    const MoveHints& m_moves;
    std::shared_ptr<const session::Result> m_result;
    std::shared_ptr<const session::ApplyReport> m_outcome; // null before the apply
    masking::Secrets m_secrets;
    Overrides m_overrides = Overrides::Allowed;
    QString m_address;
    QStringList m_several; // shown together; empty: m_address is shown
    std::optional<QSet<QString>> m_shown;
    bool m_isMoved = false;  // whether the user changed the sizes for this address
    QTextBrowser* m_summary; // of a change or module
    QTreeView* m_attributes;
    ChangeDelegate* m_delegate;
    TextDiffView* m_text;
    QTextBrowser* m_why; // the reasons; without a selection, the overview
};

} // namespace planlens::widgets
