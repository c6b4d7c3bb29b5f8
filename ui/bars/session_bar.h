// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/bars/option_chips.h"
#include "ui/basics/session_types.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QAction;
class QButtonGroup;
class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace planlens::widgets {

/// The plan's folder, workspace, mode, refresh setting and planning overrides, and the progress of planning.
class SessionBar final : public QWidget {
    Q_OBJECT
public:
    explicit SessionBar(QWidget* parent = nullptr);

    void setFolder(const QString& folder);
    /// Shows that a finished plan is open, which cannot be planned again, and its origin.
    void setFinishedPlan(const QString& name, const QString& file);
    void setWorkspaces(const QStringList& names, const QString& current);
    void setMode(session::PlanMode mode);
    session::PlanMode mode() const;
    /// Chooses a mode as if the user had clicked it.
    void chooseMode(session::PlanMode mode);
    bool readsState() const;
    enum class Refresh { No, Yes };
    void setReadsState(Refresh refresh);
    void setChips(const QStringList& variableFiles, const QStringList& replace, const QStringList& exclude,
                  const QStringList& target);
    /// Whether variable values were entered.
    enum class TypedValues { None, Some };
    void setTypedValues(TypedValues typed);
    /// Sets whether the folder has been planned, so that the button plans it again.
    enum class Planned { No, Yes };
    void setPlanned(Planned planned);
    enum class Activity { None, Planning, Applying };
    void setActivity(Activity activity);
    bool isApplying() const { return m_now == Activity::Applying; }
    void setProgress(const session::Progress& progress);
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void folderRequested();
    void recentChosen(const QString& folder);
    void planFileRequested();
    void stateRequested();
    void workspaceChosen(const QString& name);
    void modeChosen();
    void readingChosen();
    void planRequested();
    void cancelRequested();
    void replaceWithdrawn(const QString& address);
    void excludeWithdrawn(const QString& address);
    void targetWithdrawn(const QString& address);
    void variableFilesRequested();
    void typedValuesRequested();
    void otherValuesRequested();
    void variableFileWithdrawn(const QString& file);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Chooses the narrow form, with a short name of the folder and no label of the workspace, if the width requires.
    void fit();
    void showName();
    int narrowSaves() const;
    void withdraw(OptionChips::Kind kind, const QString& subject);
    void showElapsed();
    void buildFolder(QHBoxLayout& row);
    void buildRecent();
    /// Workspace and variables.
    void buildInputs(QHBoxLayout& row);
    void buildModes(QHBoxLayout& row);
    void buildProgress(QHBoxLayout& row);
    void setName(const QString& name);
    void enableControls();
    /// Shows a mode other than the normal one, as text and by color.
    void showMode();
    void shareRow();
    /// Puts the chips into the row, so that they move nothing below it, or below the row if it has no space for them.
    void placeChips();

    QPushButton* m_folder;
    QToolButton* m_recent;
    QLabel* m_workspaceLabel;
    QComboBox* m_workspace;
    QButtonGroup* m_modes;
    QCheckBox* m_reading;
    QToolButton* m_variables;
    QAction* m_typedValues;
    OptionChips* m_options;
    QWidget* m_activity;
    QProgressBar* m_progress;
    QLabel* m_progressText;
    QHBoxLayout* m_row;
    QLabel* m_modeText;
    QPushButton* m_plan;
    QPushButton* m_cancel;
    QTimer m_tick;
    QElapsedTimer m_clock;
    session::Progress m_last;
    Activity m_now = Activity::None;
    QString m_name; // of the folder or plan
    bool m_isNarrow = false;
    bool m_hasFolder = false;  // false for a finished plan
    bool m_isFinished = false; // a finished plan is open
};

} // namespace planlens::widgets
