// SPDX-License-Identifier: MPL-2.0
#include "ui/bars/session_bar.h"

#include "ui/basics/recent_folders.h"
#include "ui/controls/accessible_controls.h"
#include "ui/controls/elided_label.h"
#include "ui/theme/command_icon.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace planlens::widgets {

using session::PlanMode;

namespace {

QToolButton* segment(const QString& text, const QString& tip, QWidget* parent) {
    auto* button = new RadioToolButton(parent);
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setProperty("flat", QStringLiteral("segment"));
    return button;
}

} // namespace

SessionBar::SessionBar(QWidget* parent)
    : QWidget(parent) {
    installControlAccessibility();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme::grid, theme::grid, theme::grid, theme::grid / 2);
    column->setSpacing(theme::grid / 2);
    auto* row = m_row = new QHBoxLayout;
    row->setSpacing(theme::grid);
    column->addLayout(row);
    buildFolder(*row);
    buildInputs(*row);
    buildModes(*row);
    m_options = new OptionChips(this);
    connect(m_options, &OptionChips::removed, this, &SessionBar::withdraw);
    setAttribute(Qt::WA_StyledBackground);
    buildProgress(*row);
    showMode();

    m_plan = new QPushButton(this);
    setPlanned(Planned::Yes);
    m_plan->setIcon(theme::commandIcon(QLatin1String("plan"), theme::IconPlace::Button));
    m_plan->setAccessibleName(tr("Plan now"));
    m_plan->setObjectName(QStringLiteral("plan"));
    connect(m_plan, &QPushButton::clicked, this, &SessionBar::planRequested);
    row->addWidget(m_plan);

    column->addWidget(m_options); // until the row has space for them

    m_tick.setInterval(200);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        if (isVisible() || !window()->isVisible()) // hidden because another tab is current
            showElapsed();
    });
}

void SessionBar::buildFolder(QHBoxLayout& row) {
    m_folder = new QPushButton(tr("Open folder…"), this);
    m_folder->setIcon(theme::commandIcon(QLatin1String("open-folder"), theme::IconPlace::Button));
    m_folder->setObjectName(QStringLiteral("folder"));
    m_folder->setAccessibleName(m_folder->text()); // the text becomes the name of the folder
    m_folder->setToolTip(tr("Open another configuration folder (Ctrl+O)"));
    connect(m_folder, &QPushButton::clicked, this, &SessionBar::folderRequested);
    buildRecent();
    auto* open = new QHBoxLayout;
    open->setSpacing(0);
    open->addWidget(m_folder);
    open->addWidget(m_recent);
    row.addLayout(open);
}

void SessionBar::buildInputs(QHBoxLayout& row) {
    m_workspaceLabel = new QLabel(tr("Workspace"), this);
    row.addWidget(m_workspaceLabel);
    m_workspace = new QComboBox(this);
    m_workspace->setMinimumContentsLength(8);
    m_workspace->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_workspace->setAccessibleName(tr("Workspace"));
    m_workspaceLabel->setBuddy(m_workspace);
    connect(m_workspace, &QComboBox::textActivated, this, &SessionBar::workspaceChosen);
    row.addWidget(m_workspace);
    m_variables = new QToolButton(this);
    m_variables->setObjectName(QStringLiteral("variables"));
    m_variables->setIcon(theme::commandIcon(QLatin1String("variables"), theme::IconPlace::Button));
    m_variables->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_variables->setText(tr("Variables ▾"));
    m_variables->setAccessibleName(tr("Variables"));
    m_variables->setToolTip(tr("Values of the root module's variables"));
    m_variables->setProperty("flat", QStringLiteral("menu"));
    m_variables->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_variables);
    menu->addAction(tr("Variable files…"), this, &SessionBar::variableFilesRequested);
    menu->addAction(tr("Try other values…"), this, &SessionBar::otherValuesRequested)
        ->setObjectName(QStringLiteral("try-values"));
    m_typedValues = menu->addAction(tr("Change entered values…"), this, &SessionBar::typedValuesRequested);
    m_variables->setMenu(menu);
    setTypedValues(TypedValues::None);
    row.addWidget(m_variables);
    row.addSpacing(theme::grid);
}

void SessionBar::buildModes(QHBoxLayout& row) {
    m_modes = new QButtonGroup(this);
    const auto addMode = [&](PlanMode mode, const QString& text, const QString& tip) {
        QToolButton* button = segment(text, tip, this);
        m_modes->addButton(button, int(mode));
        row.addWidget(button);
    };
    addMode(PlanMode::Normal, tr("Plan"), tr("Plan the changes that the configuration requires"));
    addMode(PlanMode::RefreshOnly, tr("Refresh only"),
            tr("Plan only updates of the state with what changed since the last apply"));
    addMode(PlanMode::Destroy, tr("Destroy"), tr("Plan to destroy all managed objects"));
    m_modes->button(int(PlanMode::Normal))->setChecked(true);
    connect(m_modes, &QButtonGroup::idClicked, this, [this] {
        showMode();
        Q_EMIT modeChosen();
    });

    m_reading = new QCheckBox(tr("Refresh"), this);
    m_reading->setToolTip(tr("Read the real objects before planning"));
    m_reading->setChecked(true);
    connect(m_reading, &QCheckBox::clicked, this, &SessionBar::readingChosen);
    row.addWidget(m_reading);
    row.addSpacing(theme::grid);
    m_modeText = new ElidedLabel(this);
    m_modeText->setObjectName(QStringLiteral("mode-text"));
    row.addWidget(m_modeText, 1);
    connect(m_reading, &QCheckBox::toggled, this, &SessionBar::showMode);
}

void SessionBar::buildProgress(QHBoxLayout& row) {
    m_activity = new QWidget(this);
    auto* activity = new QHBoxLayout(m_activity);
    activity->setContentsMargins(0, 0, 0, 0);
    m_progressText = new ElidedLabel(m_activity);
    m_progressText->setObjectName(QStringLiteral("progress-text"));
    // The progress gets the remaining width, so that it never moves other widgets.
    m_progressText->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progressText->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    activity->addWidget(m_progressText, 1);
    m_progress = new QProgressBar(m_activity);
    m_progress->setFixedWidth(120);
    m_progress->setTextVisible(false);
    activity->addWidget(m_progress);
    m_cancel = new QPushButton(tr("Cancel"), m_activity);
    m_cancel->setObjectName(QStringLiteral("cancel"));
    m_cancel->setShortcut(Qt::Key_Escape);
    connect(m_cancel, &QPushButton::clicked, this, &SessionBar::cancelRequested);
    activity->addWidget(m_cancel);
    m_activity->hide();
    row.addWidget(m_activity, 1);
}

void SessionBar::buildRecent() {
    m_recent = new QToolButton(this);
    m_recent->setObjectName(QStringLiteral("recent"));
    m_recent->setText(QStringLiteral("▾"));
    m_recent->setAccessibleName(tr("Open another folder or plan"));
    m_recent->setToolTip(tr("Open another folder (Ctrl+O), a plan (Ctrl+Shift+O), or a recent folder"));
    m_recent->setProperty("flat", QStringLiteral("menu"));
    m_recent->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_recent);
    menu->setAccessibleName(m_recent->accessibleName());
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        menu->addAction(tr("Open folder…"), this, &SessionBar::folderRequested);
        menu->addAction(tr("Open plan…"), this, &SessionBar::planFileRequested);
        menu->addAction(tr("Show the state"), this, &SessionBar::stateRequested)
            ->setEnabled(m_hasFolder || m_isFinished);
        menu->addSeparator();
        const QStringList folders = recentFolders();
        for (const QString& folder : folders) {
            const QString kind = recentFolderKind(folder);
            const QString text = menu->fontMetrics()
                                     .elidedText(QDir::toNativeSeparators(folder), Qt::ElideMiddle, 480)
                                     .replace(u'&', QStringLiteral("&&"));
            QAction* action = menu->addAction(kind.isEmpty() ? text : QStringLiteral("%1  –  %2").arg(text, kind));
            action->setToolTip(folder);
            connect(action, &QAction::triggered, this, [this, folder] { Q_EMIT recentChosen(folder); });
        }
        if (folders.isEmpty())
            menu->addAction(tr("No recent folders"))->setEnabled(false);
    });
    m_recent->setMenu(menu);
}

namespace {

/// Elides the name, so that a long one does not widen the window.
QString shownName(const QPushButton& button, const QString& name, bool isNarrow) {
    const int widest = isNarrow ? 96 : 200;
    return button.fontMetrics().elidedText(name, Qt::ElideMiddle, widest).replace(u'&', QStringLiteral("&&"));
}

} // namespace

void SessionBar::setName(const QString& name) {
    m_name = name;
    showName();
}

void SessionBar::showName() {
    m_folder->setText(shownName(*m_folder, m_name, m_isNarrow));
    m_workspaceLabel->setVisible(!m_isNarrow && m_hasFolder);
}

int SessionBar::narrowSaves() const {
    const auto width = [this](bool isNarrow) {
        return m_folder->fontMetrics().horizontalAdvance(shownName(*m_folder, m_name, isNarrow));
    };
    return width(false) - width(true) + (m_hasFolder ? m_workspaceLabel->sizeHint().width() + theme::grid : 0);
}

QSize SessionBar::minimumSizeHint() const {
    const QSize least = QWidget::minimumSizeHint();
    return {least.width() - (m_isNarrow ? 0 : narrowSaves()), least.height()};
}

void SessionBar::fit() {
    const int wide = QWidget::minimumSizeHint().width() + (m_isNarrow ? narrowSaves() : 0);
    if (std::exchange(m_isNarrow, width() < wide) != m_isNarrow)
        showName();
    shareRow();
}

void SessionBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

bool SessionBar::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest)
        fit();
    return QWidget::event(event);
}

void SessionBar::setFolder(const QString& folder) {
    m_hasFolder = !folder.isEmpty();
    m_isFinished = false;
    setName(folder.isEmpty() ? tr("Open folder…") : QDir(folder).dirName());
    m_folder->setToolTip(folder.isEmpty() ? tr("Open a configuration folder (Ctrl+O)")
                                          : QDir::toNativeSeparators(folder));
    enableControls();
}

void SessionBar::setFinishedPlan(const QString& name, const QString& file) {
    m_hasFolder = false;
    m_isFinished = true;
    setName(name);
    m_folder->setToolTip(
        file.isEmpty() ? tr("A plan from standard input. Click to open a configuration folder (Ctrl+O).")
                       : tr("%1\nClick to open a configuration folder (Ctrl+O).").arg(QDir::toNativeSeparators(file)));
    m_workspace->clear();
    enableControls();
}

/// Hides the planning controls for finished plans, and disables them if planning is impossible.
void SessionBar::enableControls() {
    const bool isApplying = m_now == Activity::Applying;
    QVector<QWidget*> controls{m_workspaceLabel, m_workspace, m_variables, m_reading, m_plan};
    for (QAbstractButton* button : m_modes->buttons())
        controls.append(button);
    for (QWidget* control : controls) {
        control->setVisible(m_hasFolder && !m_isFinished && (control != m_plan || !isApplying) &&
                            (control != m_workspaceLabel || !m_isNarrow));
        control->setEnabled(!m_isFinished &&
                            (control == m_plan ? m_hasFolder : !isApplying && (control != m_variables || m_hasFolder)));
    }
    m_folder->setEnabled(!isApplying);
    m_recent->setEnabled(!isApplying);
}

void SessionBar::setPlanned(Planned planned) {
    const bool isAgain = planned == Planned::Yes;
    m_plan->setText(isAgain ? tr("Plan again") : tr("Plan now"));
    m_plan->setToolTip(isAgain ? tr("Refresh all objects and plan again (Ctrl+R)")
                               : tr("Refresh all objects and plan (Ctrl+R)"));
}

void SessionBar::setWorkspaces(const QStringList& names, const QString& current) {
    m_workspace->clear();
    m_workspace->addItems(names);
    if (!names.contains(current))
        m_workspace->addItem(current);
    m_workspace->setCurrentText(current);
}

PlanMode SessionBar::mode() const {
    return PlanMode(m_modes->checkedId());
}
void SessionBar::chooseMode(PlanMode mode) {
    m_modes->button(int(mode))->click();
}
void SessionBar::setMode(PlanMode mode) {
    m_modes->button(int(mode))->setChecked(true);
    showMode();
}
void SessionBar::showMode() {
    QStringList notes;
    theme::Tint tint = theme::Tint::None;
    switch (mode()) {
    case PlanMode::Normal:
        break;
    case PlanMode::RefreshOnly:
        notes.append(tr("Updates the state and changes no object."));
        tint = theme::Tint::NoticeGround;
        break;
    case PlanMode::Destroy:
        notes.append(tr("Destroys all managed objects."));
        tint = theme::Tint::WarningGround;
        break;
    }
    if (!m_reading->isChecked() && mode() != PlanMode::RefreshOnly) {
        notes.append(tr("Reads no real objects: changes made outside are not seen."));
        tint = theme::Tint::WarningGround;
    }
    m_modeText->setText(notes.join(u' '));
    theme::setTint(*this, tint);
    m_modeText->setToolTip(m_modeText->text());
    shareRow();
}

/// While planning, the progress comes before the words of the mode, which are whole or not shown.
void SessionBar::shareRow() {
    placeChips();
    constexpr int progressText = 16 * theme::grid; // "Planning 12 / 345 · 6.7 s"
    const bool isPlanning = !m_activity->isHidden();
    // Even the same factor would request another layout, which calls this function.
    if (const int stretch = isPlanning ? 0 : 1; m_row->stretch(m_row->indexOf(m_modeText)) != stretch)
        m_row->setStretchFactor(m_modeText, stretch);
    int needed = m_row->sizeHint().width() + progressText;
    if (m_modeText->isHidden())
        needed += m_modeText->sizeHint().width() + m_row->spacing();
    m_modeText->setVisible(!isPlanning || needed <= m_row->geometry().width());
}

void SessionBar::placeChips() {
    constexpr int least = 15 * theme::grid; // for chips with elided addresses, while planning shows its progress
    if (m_options->isEmpty())
        return;
    int free = m_row->geometry().width();
    for (int i = 0; i < m_row->count(); ++i) {
        QLayoutItem& item = *m_row->itemAt(i);
        const QWidget* widget = item.widget();
        const bool isShared = widget == m_options || widget == m_activity || widget == m_modeText;
        if (!isShared && (item.spacerItem() || !item.isEmpty()))
            free -= item.sizeHint().width() + m_row->spacing();
    }
    const int progress = m_activity->minimumSizeHint().width() + m_row->spacing(); // planning must not move them
    const bool isBeside = free - progress >= least;
    const int place = m_row->indexOf(m_options);
    if (isBeside && place < 0)
        m_row->insertWidget(m_row->indexOf(m_modeText), m_options);
    else if (!isBeside && place >= 0)
        static_cast<QVBoxLayout*>(layout())->addWidget(m_options);
    m_options->setMaximumWidth(!isBeside ? QWIDGETSIZE_MAX : m_activity->isHidden() ? free : free - progress);
}

bool SessionBar::readsState() const {
    return m_reading->isChecked();
}
void SessionBar::setReadsState(Refresh refresh) {
    m_reading->setChecked(refresh == Refresh::Yes);
}

void SessionBar::withdraw(OptionChips::Kind kind, const QString& subject) {
    switch (kind) {
    case OptionChips::Kind::VariableFile:
        Q_EMIT variableFileWithdrawn(subject);
        break;
    case OptionChips::Kind::Replace:
        Q_EMIT replaceWithdrawn(subject);
        break;
    case OptionChips::Kind::Exclude:
        Q_EMIT excludeWithdrawn(subject);
        break;
    case OptionChips::Kind::Target:
        Q_EMIT targetWithdrawn(subject);
        break;
    }
}

void SessionBar::setTypedValues(TypedValues typed) {
    m_typedValues->setEnabled(typed == TypedValues::Some);
}

void SessionBar::setChips(const QStringList& variableFiles, const QStringList& replace, const QStringList& exclude,
                          const QStringList& target) {
    m_options->setOptions({variableFiles, replace, exclude, target});
    shareRow(); // before they are shown, because in the row they move nothing
    m_options->setVisible(!m_options->isEmpty());
}

void SessionBar::setActivity(Activity activity) {
    m_now = activity;
    const bool isBusy = activity != Activity::None;
    m_activity->setVisible(activity == Activity::Planning); // the page of an apply shows its progress
    shareRow();
    enableControls();
    if (isBusy) {
        m_last = {};
        m_clock.start();
        m_tick.start();
        m_progress->setRange(0, 0);
        showElapsed();
    } else {
        m_tick.stop();
    }
}

void SessionBar::setProgress(const session::Progress& progress) {
    m_last = progress;
    m_progress->setRange(0, progress.known);
    m_progress->setValue(progress.done);
    showElapsed();
}

void SessionBar::showElapsed() {
    const QString phase = !m_last.phase.isEmpty() ? m_last.phase : m_isFinished ? tr("Opening") : tr("Planning");
    QString text = phase;
    if (m_last.known > 0)
        text += QStringLiteral(" %1 / %2").arg(m_last.done).arg(m_last.known);
    text += QStringLiteral(" · %L1 s").arg(double(m_clock.elapsed()) / 1000, 0, 'f', 1);
    m_progressText->setText(text);
    m_progressText->setToolTip(m_last.current);
}

} // namespace planlens::widgets
