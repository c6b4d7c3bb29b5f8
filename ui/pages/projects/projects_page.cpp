// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/projects/projects_page.h"

#include "ui/basics/background.h"
#include "ui/basics/background_delete.h"
#include "ui/basics/text.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/table_look.h"
#include "ui/pages/projects/groups_table.h"
#include "ui/pages/projects/plan_requests.h"
#include "ui/pages/projects/project_text.h"
#include "ui/pages/projects/projects_model.h"
#include "ui/pages/projects/tiles_view.h"
#include "ui/pages/projects/trend_view.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

#include <numeric>

namespace planlens::widgets {

using models::ProjectsModel;
using projects::ReportedProject;
using projects::Summary;

ProjectsPage::ProjectsPage(QWidget* parent)
    : QWidget(parent)
    , m_model(new ProjectsModel(this))
    , m_reading(new ResultsReading(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_headline(new QLabel(this))
    , m_totals(new ElidedLabel(this))
    , m_problems(new QLabel(this))
    , m_search(new QLineEdit(this))
    , m_tabs(new QTabWidget(this))
    , m_changes(new GroupsTable(GroupsTable::Content::Changes, *m_model, this))
    , m_drift(new GroupsTable(GroupsTable::Content::Drift, *m_model, this))
    , m_projects(makeTable(m_sorted, tr("Projects"), {}, this))
    , m_tiles(new TilesView(this))
    , m_history(new TrendView(this))
    , m_details(new QTextBrowser(this))
    , m_again(new QPushButton(tr("Read again"), this))
    , m_planAll(new QPushButton(tr("Plan all again…"), this))
    , m_commands{new QPushButton(tr("Open plan"), this), new QPushButton(tr("Plan again…"), this),
                 new QPushButton(tr("Mark as reviewed"), this), new QPushButton(tr("Approve…"), this)}
    , m_planning(new PlanRequests(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(makeHead());
    m_problems->setTextFormat(Qt::PlainText);
    m_problems->setObjectName(QStringLiteral("projects-problems"));
    m_problems->setWordWrap(true);
    m_problems->setContentsMargins(2 * theme::grid, 0, theme::grid, theme::grid);
    m_problems->hide();
    column->addWidget(m_problems);

    buildTabs();
    auto* parts = new QSplitter(Qt::Horizontal, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_tabs);
    parts->addWidget(makeDetails());
    parts->setSizes({760, 520});
    column->addWidget(parts, 1);

    connectParts();
    showReviewed();
}

QHBoxLayout* ProjectsPage::makeHead() {
    auto* head = new QHBoxLayout;
    head->setContentsMargins(2 * theme::grid, theme::grid, theme::grid, theme::grid);
    head->setSpacing(theme::grid);
    QFont bold = font();
    bold.setBold(true);
    m_headline->setFont(bold);
    m_headline->setTextFormat(Qt::PlainText);
    m_headline->setObjectName(QStringLiteral("projects-headline"));
    m_search->setPlaceholderText(tr("Find project or change"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setObjectName(QStringLiteral("projects-search"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(320);
    m_totals->setForegroundRole(QPalette::PlaceholderText);
    m_totals->setTextFormat(Qt::PlainText);
    m_totals->setObjectName(QStringLiteral("projects-totals"));
    head->addWidget(m_headline);
    head->addWidget(m_totals, 1);
    head->addWidget(m_search, 1);
    head->addWidget(m_again);
    m_planAll->setObjectName(QStringLiteral("projects-plan"));
    m_planAll->setToolTip(tr("Plans all projects of these results again"));
    head->addWidget(m_planAll);
    return head;
}

void ProjectsPage::buildTabs() {
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ProjectsModel::SortRole);
    m_sorted->setFilterKeyColumn(ProjectsModel::ProjectColumn);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_changes->setObjectName(QStringLiteral("project-changes"));
    m_drift->setObjectName(QStringLiteral("project-drift"));
    m_projects->setObjectName(QStringLiteral("projects"));
    setTableLook(*m_projects, {264, 104, 96, 96, 56, 136, 96, 80, 88, 120});
    m_projects->setSelectionMode(QAbstractItemView::ExtendedSelection); // to review many at once
    m_projects->setSortingEnabled(true);
    m_projects->sortByColumn(ProjectsModel::VerdictColumn, Qt::AscendingOrder);
    fitColumn(*m_projects, ProjectsModel::ProjectColumn, 80, 264);
    m_projects->horizontalHeader()->setStretchLastSection(false); // it may be a column of numbers
    m_tabs->setObjectName(QStringLiteral("projects-tabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_changes, tr("Changes"));
    m_tabs->addTab(m_drift, tr("Drift"));
    m_tabs->addTab(m_projects, tr("Projects"));
    m_tabs->addTab(m_tiles, tr("Picture"));
    m_tabs->addTab(m_history, tr("History"));
}

/// Creates the text about the selected change or project, with its commands.
QWidget* ProjectsPage::makeDetails() {
    auto* side = new QWidget(this);
    auto* details = new QVBoxLayout(side);
    details->setContentsMargins(0, 0, 0, 0);
    details->setSpacing(0);
    m_details->setObjectName(QStringLiteral("project-details"));
    m_details->setAccessibleName(tr("The selected change or project"));
    m_details->setFrameShape(QFrame::NoFrame);
    m_details->setOpenLinks(false);
    m_details->document()->setDocumentMargin(theme::grid * 1.5);
    m_details->document()->setDefaultStyleSheet(
        QStringLiteral("code { font-family: '%1'; } p { margin: 0 0 8px 0; }").arg(theme::monospaceFont().family()));
    details->addWidget(m_details, 1);
    auto* actions = new QHBoxLayout;
    actions->setContentsMargins(theme::grid, theme::grid / 2, theme::grid, theme::grid / 2);
    actions->setSpacing(theme::grid);
    m_commands.open->setObjectName(QStringLiteral("project-open"));
    m_commands.open->setToolTip(tr("Opens the plan of this project in a tab"));
    m_commands.plan->setObjectName(QStringLiteral("project-plan"));
    m_commands.plan->setToolTip(tr("Plans this project, or all projects of this change, again"));
    m_commands.review->setObjectName(QStringLiteral("projects-review"));
    m_commands.review->setToolTip(tr("A project is reviewed, and can be approved, when all its changes are reviewed."));
    m_commands.approve->setObjectName(QStringLiteral("projects-approve"));
    m_commands.approve->setToolTip(tr("Saves the list of the reviewed plans, then offers to apply them"));
    actions->addWidget(m_commands.open);
    actions->addWidget(m_commands.plan);
    actions->addWidget(m_commands.review);
    actions->addStretch(1);
    actions->addWidget(m_commands.approve);
    details->addLayout(actions);
    return side;
}

void ProjectsPage::connectParts() {
    connect(m_again, &QPushButton::clicked, this, [this] {
        if (m_reading->isRunning() && m_source.isStore())
            m_reading->cancel();
        else
            readAgain();
    });
    connect(m_reading, &ResultsReading::progressed, this, [this](int done, int all) {
        m_headline->setText(tr("Downloading the results: %1 of %2").arg(done).arg(all));
    });
    connect(m_reading, &ResultsReading::finished, this,
            [this](const std::shared_ptr<ProjectResults>& results) { handleResults(std::move(*results)); });
    connect(m_planning, &PlanRequests::progressed, this, [this] {
        if (!m_reading->isRunning() && !m_source.isStore())
            readAgain();
    });
    connect(m_search, &QLineEdit::textChanged, this, &ProjectsPage::filter);
    connect(m_model, &ProjectsModel::reviewedChanged, this, &ProjectsPage::showReviewed);
    connect(m_changes, &GroupsTable::chosen, this, &ProjectsPage::showGroup);
    connect(m_drift, &GroupsTable::chosen, this, &ProjectsPage::showGroup);
    connect(m_projects->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) { showProject(m_sorted->mapToSource(current).row()); });
    connect(m_projects->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ProjectsPage::showReviewed);
    connect(m_projects, &QTableView::activated, this,
            [this](const QModelIndex& index) { openProject(m_sorted->mapToSource(index).row()); });
    connect(m_tiles, &TilesView::chosen, this, &ProjectsPage::showProject);
    connect(m_tiles, &TilesView::activated, this, &ProjectsPage::openProject);
    connect(m_tabs, &QTabWidget::currentChanged, this, &ProjectsPage::showCurrent);
    connect(m_details, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (url.path() == QLatin1String(planLink))
            planAgain(shownRows(), url.fragment());
        else
            showProject(url.fragment().toInt());
    });
    connect(m_commands.open, &QPushButton::clicked, this, [this] { openProject(m_shown); });
    connect(m_commands.plan, &QPushButton::clicked, this, [this] { planAgain(shownRows()); });
    connect(m_planAll, &QPushButton::clicked, this, [this] {
        std::vector<int> rows(std::size_t(m_model->rowCount()));
        std::iota(rows.begin(), rows.end(), 0);
        planAgain(rows);
    });
    connect(m_commands.review, &QPushButton::clicked, this, &ProjectsPage::toggleReviewed);
    connect(m_commands.approve, &QPushButton::clicked, this, &ProjectsPage::askToApprove);
}

ProjectsPage::~ProjectsPage() {
    session::deleteInBackground(std::move(m_summary));
    session::deleteInBackground(std::move(m_store));
}

void ProjectsPage::open(const QString& folder) {
    m_source = {folder, folder, false};
    readAgain();
}

void ProjectsPage::openRepository(const QString& folder, const QString& results) {
    m_source = {folder, results, true};
    readAgain();
}

void ProjectsPage::readAgain() {
    m_headline->setText(m_source.isRepository ? tr("Finding projects…")
                        : m_source.isStore()  ? tr("Downloading the results…")
                                              : tr("Reading the results…"));
    m_totals->clear();
    m_problems->hide();
    m_reading->start(m_source);
    m_again->setText(m_source.isStore() ? tr("Cancel") : tr("Read again"));
}

void ProjectsPage::handleResults(ProjectResults results) {
    m_again->setText(tr("Read again"));
    session::deleteInBackground(std::exchange(m_store, std::move(results.store)));
    m_shown = -1;
    m_repository = std::move(results.repository);
    QStringList problems;
    for (const diags::Diagnostic& diagnostic : results.summary.diagnostics)
        problems.append(qstring(diagnostic.detail.empty() ? diagnostic.summary : diagnostic.detail));
    m_problems->setText(joinedFirst(problems, 5, QStringLiteral("\n")));
    m_problems->setVisible(!problems.isEmpty());
    QWidget* tab = m_summary ? m_tabs->currentWidget() : nullptr;
    const QString change = m_changes->currentTitle(), drift = m_drift->currentTitle(),
                  project = m_projects->currentIndex().siblingAtColumn(ProjectsModel::ProjectColumn).data().toString();
    session::deleteInBackground(std::exchange(
        m_summary, std::make_shared<const Summary>(std::move(results.summary.value).value_or(Summary()))));
    if (m_source.isRepository && m_summary->projects.empty() && problems.isEmpty())
        return Q_EMIT noProjects();
    m_headline->setText(error().isEmpty() ? headlineText(*m_summary) : tr("The results cannot be read"));
    m_totals->setText(totalsText(*m_summary));
    const bool isPlanned = m_summary->projects.size() > m_summary->count(ReportedProject::Status::Missing);
    m_planAll->setText(isPlanned ? tr("Plan all again…") : tr("Plan all…"));
    m_changes->clear();
    m_drift->clear();
    m_model->setSummary(m_summary);
    m_tiles->setSummary(m_summary);
    m_history->setSummary(m_summary, m_source.results);
    for (int column = ProjectsModel::ChangesColumn; column < ProjectsModel::ColumnCount; ++column)
        m_projects->setColumnHidden(column, m_model->isColumnEmpty(column));
    m_details->setPlaceholderText(isPlanned ? tr("Select a change or a project.")
                                            : tr("No project is planned yet. \"Plan all…\" plans them, each in its "
                                                 "own process, and shows the same change of several projects once."));
    m_details->clear();
    filter(m_search->text());
    m_tabs->setTabText(m_tabs->indexOf(m_projects), tr("Projects (%1)").arg(m_summary->projects.size()));
    if (!tab || !m_tabs->isTabVisible(m_tabs->indexOf(tab))) // results that are read again stay at their tab
        tab = m_changes->count() == 0 ? static_cast<QWidget*>(m_projects) : m_changes;
    m_tabs->setCurrentWidget(tab);
    m_changes->select(change);
    m_drift->select(drift);
    const QModelIndexList same = m_sorted->match(m_sorted->index(0, ProjectsModel::ProjectColumn), Qt::DisplayRole,
                                                 project, 1, Qt::MatchExactly);
    if (!project.isEmpty() && !same.isEmpty())
        m_projects->setCurrentIndex(same.first());
    showCurrent();
    Q_EMIT read();
}

QString ProjectsPage::error() const {
    return m_summary && m_summary->projects.empty() ? m_problems->text() : QString();
}

void ProjectsPage::filter(const QString& text) {
    m_sorted->setFilterFixedString(text);
    m_changes->filter(text);
    m_drift->filter(text);
    if (!m_summary)
        return;
    m_tabs->setTabText(m_tabs->indexOf(m_changes), tr("Changes (%1)").arg(m_changes->count()));
    m_tabs->setTabVisible(m_tabs->indexOf(m_changes), m_changes->count() > 0 || !text.isEmpty());
    m_tabs->setTabText(m_tabs->indexOf(m_drift), tr("Drift (%1)").arg(m_drift->count()));
    m_tabs->setTabVisible(m_tabs->indexOf(m_drift), m_drift->count() > 0);
}

bool ProjectsPage::showView(const QString& name) {
    const QHash<QString, QWidget*> views{{QStringLiteral("changes"), m_changes},
                                         {QStringLiteral("drift"), m_drift},
                                         {QStringLiteral("projects"), m_projects},
                                         {QStringLiteral("picture"), m_tiles},
                                         {QStringLiteral("history"), m_history}};
    QWidget* const view = views.value(name);
    if (!view)
        return false;
    m_tabs->setTabVisible(m_tabs->indexOf(view), true); // also without rows, which it says
    m_tabs->setCurrentWidget(view);
    return true;
}

/// Shows the details of the current row of the current tab.
void ProjectsPage::showCurrent() {
    const QWidget* const tab = m_tabs->currentWidget();
    const auto* groups = qobject_cast<const GroupsTable*>(tab);
    if (!groups && tab != m_projects)
        return; // other tabs have no rows
    m_shown = -1;
    m_details->clear();
    if (!groups)
        showProject(m_sorted->mapToSource(m_projects->currentIndex()).row());
    else if (const std::optional<std::size_t> group = groups->currentGroup())
        showGroup(*group);
    showReviewed();
}

void ProjectsPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_summary)
        showCurrent(); // the details have explicit colors
    QWidget::changeEvent(event);
}

void ProjectsPage::showGroup(std::size_t group) {
    m_shown = -1;
    m_details->setHtml(
        groupHtml(m_summary->groups[group], *m_summary, m_repository ? PlanLinks::Shown : PlanLinks::Hidden));
    showReviewed();
}

void ProjectsPage::showProject(int project) {
    const ReportedProject* const one = m_model->project(project);
    if (!one)
        return;
    m_shown = project;
    m_tiles->setCurrent(project);
    m_details->setHtml(projectHtml(*one));
    showReviewed();
}

void ProjectsPage::openProject(int project) {
    const ReportedProject* const one = m_model->project(project);
    if (!one || one->folder.empty() || one->result.planHash.empty())
        return;
    const projects::StoredResult stored{one->folder, one->result};
    const QString file = QString::fromStdString((one->folder / projects::planFile).string());
    if (!m_store)
        return Q_EMIT planRequested(file);
    session::inBackground([store = m_store, stored] { return store->downloadPlan(stored, {}); }, this,
                          [this, file](const diags::Diagnostics& problems) {
                              if (!problems.hasErrors())
                                  return Q_EMIT planRequested(file);
                              m_problems->setText(qstring(problems[0].detail));
                              m_problems->show();
                          });
}

/// Returns the index of the shown change in the summary.
std::optional<std::size_t> ProjectsPage::shownChange() const {
    const GroupsTable* table = m_tabs->currentWidget() == m_drift ? m_drift : m_changes;
    return m_shown >= 0 ? std::nullopt : table->currentGroup();
}

/// Returns the rows of the shown project, of all selected ones, or of all projects of the shown change.
std::vector<int> ProjectsPage::shownRows() const {
    std::vector<int> rows;
    if (m_shown >= 0 && m_tabs->currentWidget() == m_projects)
        for (const QModelIndex& index : m_projects->selectionModel()->selectedRows())
            rows.push_back(m_sorted->mapToSource(index).row());
    if (m_shown >= 0)
        return rows.size() > 1 ? rows : std::vector<int>{m_shown};
    if (const std::optional<std::size_t> change = shownChange())
        for (const std::size_t reviewed : m_summary->groups[*change].projects)
            rows.push_back(int(m_summary->indexes[reviewed]));
    return rows;
}

bool ProjectsPage::isShownReviewed() const {
    const std::optional<std::size_t> change = shownChange();
    if (change)
        return m_model->isChangeReviewed(*change);
    bool isAny = false;
    for (const int row : shownRows()) {
        const QVariant state = m_model->index(row, ProjectsModel::ProjectColumn).data(Qt::CheckStateRole);
        if (state.isValid() && state.value<Qt::CheckState>() != Qt::Checked)
            return false;
        isAny = isAny || state.isValid();
    }
    return isAny;
}

void ProjectsPage::toggleReviewed() {
    const bool isReviewed = !isShownReviewed();
    if (const std::optional<std::size_t> change = shownChange())
        m_model->setChangeReviewed(*change, isReviewed);
    else
        m_model->setReviewed(shownRows(), isReviewed);
}

void ProjectsPage::showReviewed() {
    const auto reviewed = int(m_model->reviewed().size());
    m_commands.approve->setText(reviewed > 0 ? tr("Approve %n reviewed…", nullptr, reviewed) : tr("Approve…"));
    m_commands.approve->setEnabled(reviewed > 0);
    m_changes->updateReviewed();
    m_drift->updateReviewed();
    const int selected = m_shown >= 0 ? int(shownRows().size()) : 1;
    if (const bool isMarked = isShownReviewed(); selected > 1)
        m_commands.review->setText(isMarked ? tr("Mark %n as not reviewed", nullptr, selected)
                                            : tr("Mark %n as reviewed", nullptr, selected));
    else
        m_commands.review->setText(isMarked ? tr("Mark as not reviewed") : tr("Mark as reviewed"));
    const ReportedProject* const shown = m_model->project(m_shown);
    m_commands.open->setVisible(shown && !shown->result.planHash.empty() &&
                                (!m_store || shown->result.files.contains(std::string(projects::planFile))));
    m_commands.review->setVisible(!m_details->document()->isEmpty() && m_model->reviewableCount() > 0);
    m_commands.plan->setVisible(!m_details->document()->isEmpty());
    m_commands.plan->setEnabled(m_repository.has_value());
    m_planAll->setEnabled(m_repository && m_model->rowCount() > 0);
}

} // namespace planlens::widgets
