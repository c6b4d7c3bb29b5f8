// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/drawer/detail_panel.h"

#include "core/plans/plan.h"
#include "core/risk/likely_moves.h"
#include "ui/basics/text.h"
#include "ui/controls/table_look.h"
#include "ui/models/finding_rows.h"
#include "ui/models/log_model.h"
#include "ui/models/page_rows.h"
#include "ui/models/roles.h"
#include "ui/pages/drawer/diagnostics_page.h"
#include "ui/pages/drawer/drift_page.h"
#include "ui/pages/drawer/generated_page.h"
#include "ui/pages/drawer/log_page.h"
#include "ui/pages/drawer/move_hints.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QLabel>
#include <QPainter>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QStyleOptionTab>
#include <QTabBar>
#include <QTableView>

#include <algorithm>
#include <iterator>
#include <utility>

namespace planlens::widgets {

using models::RowsModel;

namespace {

/// Tabs of which none looks selected while the pages are hidden.
class DrawerTabs final : public QTabBar {
public:
    explicit DrawerTabs(const DetailPanel& panel)
        : m_panel(panel) {}

protected:
    void initStyleOption(QStyleOptionTab* option, int tab) const override {
        QTabBar::initStyleOption(option, tab);
        if (m_panel.isOpen())
            return;
        option->state &= ~QStyle::State_Selected;
        option->selectedPosition = QStyleOptionTab::NotAdjacent;
    }

    /// Marks the tab of the open page, which some styles and themes hardly do.
    void paintEvent(QPaintEvent* event) override {
        QTabBar::paintEvent(event);
        if (m_panel.isOpen())
            QPainter(this).fillRect(QRect(tabRect(currentIndex()).topLeft(), QSize(tabRect(currentIndex()).width(), 3)),
                                    theme::surfaces(theme::currentScheme()).accent);
    }

private:
    const DetailPanel& m_panel;
};

} // namespace

DetailPanel::DetailPanel(QWidget* parent)
    : QTabWidget(parent) {
    setTabBar(new DrawerTabs(*this));
    setAccessibleName(tr("Drawer"));
    setDocumentMode(true);
    m_moves = new MoveHints(this);

    m_findings = new RowsModel({tr("Severity"), tr("Finding"), tr("Resource instance"), tr("Meaning")}, {2}, this);
    QTableView* findings = addTable(m_findings, tr("No findings."), tr("Findings"), {120, 200, 360});
    findings->setObjectName(QStringLiteral("findings"));
    fitColumn(*findings, 2, 400);
    wrapAddresses(*findings, 2);
    wrapTexts(*findings);

    m_drift = new DriftPage(this);
    connect(m_drift, &DriftPage::addressChosen, this, &DetailPanel::addressChosen);
    connect(m_drift, &DriftPage::counted, this, [this](int rows) {
        // The number does not include differences without effect.
        setText(int(Page::Drift), tr("Drift"), m_plan ? models::driftCount(*m_plan) : 0);
        setUsed(m_drift, rows > 0);
    });
    addTab(m_drift, tr("Drift"));
    m_outputs = new RowsModel({tr("Output"), tr("Action"), tr("Before"), tr("After")}, {0, 2, 3}, this);
    m_outputs->setActionColumn(1);
    addTable(m_outputs, tr("No output of the root module changes."), tr("Outputs"), {200, 112, 360})
        ->setObjectName(QStringLiteral("outputs"));
    m_checks = new RowsModel({tr("Status"), tr("Object"), tr("Message")}, {1}, this);
    QTableView* checks =
        addTable(m_checks, tr("The configuration has no conditions or check blocks."), tr("Checks"), {120, 320});
    checks->setObjectName(QStringLiteral("checks"));
    fitColumn(*checks, 1, 400);
    wrapAddresses(*checks, 1);
    wrapTexts(*checks);
    m_diagnostics = new DiagnosticsPage(this);
    connect(m_diagnostics, &DiagnosticsPage::addressChosen, this, &DetailPanel::addressChosen);
    connect(m_diagnostics, &DiagnosticsPage::placeChosen, this, &DetailPanel::placeChosen);
    connect(m_diagnostics, &DiagnosticsPage::fixRequested, this, &DetailPanel::fixRequested);
    addTab(m_diagnostics, tr("Diagnostics"));

    m_log = new LogPage(this);
    addTab(m_log, tr("Log"));
    m_plugins = new RowsModel(
        {tr("State"), tr("Provider"), tr("Version"), tr("Process"), tr("Started"), tr("Package"), tr("Program")},
        {1, 2, 3, 6}, this);
    addTable(
        m_plugins,
        tr("No provider is running. Providers start when a plan needs them and stop five minutes after the last plan."),
        tr("Providers"), {272, 200, 88, 80, 80, 224})
        ->setObjectName(QStringLiteral("providers"));
    m_generated = new GeneratedPage(this);
    addPage(m_generated, tr("Generated"), QStringLiteral("generated"));
    connect(m_generated, &GeneratedPage::messageShown, this, &DetailPanel::messageShown);
    connect(m_moves, &MoveHints::copied, this, &DetailPanel::messageShown);
    for (const Page page :
         {Page::Findings, Page::Drift, Page::Outputs, Page::Checks, Page::Diagnostics, Page::Log, Page::Providers})
        setTabVisible(int(page), false);
    // A click on the tab of the current page closes it again.
    connect(this, &QTabWidget::tabBarClicked, this, [this](int index) {
        if (index >= 0)
            setOpen(!m_isOpen || index != currentIndex());
    });
}

QTableView* DetailPanel::addTable(RowsModel* model, const QString& emptyText, const QString& title, QList<int> widths) {
    QTableView* table = makeTable(model, title, widths, this);
    connect(table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (const QString address = current.data(models::AddressRole).toString(); !address.isEmpty())
            Q_EMIT addressChosen(address);
    });
    auto* page = new QWidget(this);
    auto* stack = new QStackedLayout(page);
    stack->addWidget(makeEmptyLabel(emptyText, page));
    stack->addWidget(table);
    connect(model, &QAbstractItemModel::modelReset, page,
            [stack, model] { stack->setCurrentIndex(model->rows().isEmpty() ? 0 : 1); });
    addTab(page, title);
    return table;
}

void DetailPanel::setText(int tab, const QString& title, qsizetype count) {
    const QString text = count > 0 ? QStringLiteral("%1 (%L2)").arg(title).arg(count) : title;
    if (text != tabText(tab))
        setTabText(tab, text);
}

void DetailPanel::setTitle(Page page, const QString& title, qsizetype count) {
    setText(int(page), title, count);
    setUsed(widget(int(page)), count > 0);
}

void DetailPanel::setUsed(const QWidget* page, bool isUsed) {
    const int tab = indexOf(page);
    setTabVisible(tab, isUsed || (m_isOpen && tab == currentIndex() && isTabVisible(tab)));
    // A hidden current tab would still be drawn.
    for (int other = 0; other < count() && !isTabVisible(currentIndex()); ++other)
        if (isTabVisible(other))
            setCurrentIndex(other);
    if (!m_isOpen)
        setMaximumHeight(tabBar()->sizeHint().height()); // without tabs, it has none
}

void DetailPanel::setFolder(const QString& folder) {
    m_drift->setFolder(folder);
    m_generated->setFolder(folder);
}

void DetailPanel::setPlan(std::shared_ptr<const plans::Plan> plan, const masking::Secrets& secrets) {
    m_plan = std::move(plan);
    m_drift->setPlan(m_plan, secrets);
    m_generated->setPlan(m_plan, secrets);
    setCount(m_generated, tr("Generated"), m_generated->count());
    m_outputs->setRows(m_plan ? models::outputRows(*m_plan, secrets) : QVector<models::Row>());
    m_checks->setRows(m_plan ? models::checkRows(*m_plan, secrets) : QVector<models::Row>());
    setTitle(Page::Outputs, tr("Outputs"), m_outputs->rowCount());
    setTitle(Page::Checks, tr("Checks"), m_plan ? qsizetype(m_plan->checks.size()) : 0); // not of their instances
}

void DetailPanel::setAppliedOutputs(const QVector<session::AppliedOutput>& outputs) {
    m_outputs->updateRows(models::withAppliedValues(m_outputs->rows(), outputs));
}

void DetailPanel::setFindings(const std::vector<risk::Finding>& findings) {
    m_allFindings = models::findingRows(findings);
    showFindings();
}

void DetailPanel::setFilter(std::optional<QSet<QString>> shown) {
    if (std::exchange(m_shown, std::move(shown)) != m_shown)
        showFindings();
}

void DetailPanel::showFindings() {
    QVector<models::Row> rows;
    std::ranges::copy_if(m_allFindings, std::back_inserter(rows),
                         [this](const models::Row& row) { return !m_shown || m_shown->contains(row.address); });
    m_findings->setRows(rows);
    setTitle(Page::Findings, tr("Findings"), m_allFindings.size());
    if (rows.size() < m_allFindings.size())
        setTabText(int(Page::Findings), tr("Findings (%L1 of %L2)").arg(rows.size()).arg(m_allFindings.size()));
}

void DetailPanel::setLikelyMoves(std::vector<risk::LikelyMove> moves) {
    m_moves->setMoves(std::move(moves));
}

void DetailPanel::setDiagnostics(const QVector<session::DiagnosticText>& diagnostics, bool canEstimate) {
    m_diagnostics->setDiagnostics(diagnostics, canEstimate);
    setTitle(Page::Diagnostics, tr("Diagnostics"), diagnostics.size());
    const bool hasErrors = std::ranges::any_of(diagnostics, &session::DiagnosticText::isError);
    if (m_isOpenForErrors && !hasErrors && currentIndex() == int(Page::Diagnostics))
        setOpen(false);
}

void DetailPanel::select(const QString& address) {
    m_moves->select(address);
    m_generated->select(address);
}

void DetailPanel::setOpen(bool isOpen) {
    m_isOpen = isOpen;
    m_isOpenForErrors = false;
    if (isOpen && (currentIndex() < 0 || !isTabVisible(currentIndex()))) { // no page has contents
        setTabVisible(int(Page::Log), true);
        setCurrentIndex(int(Page::Log));
    }
    // The pages are hidden, but the tabs stay.
    if (auto* pages = findChild<QStackedWidget*>(QString(), Qt::FindDirectChildrenOnly))
        pages->setVisible(isOpen);
    setMaximumHeight(isOpen ? QWIDGETSIZE_MAX : tabBar()->sizeHint().height());
    tabBar()->update();
    Q_EMIT opened(isOpen);
}

void DetailPanel::showErrors() {
    const bool isForErrors = !m_isOpen || m_isOpenForErrors;
    show(Page::Diagnostics);
    m_isOpenForErrors = isForErrors;
}

void DetailPanel::show(Page page) {
    setTabVisible(int(page), true);
    setCurrentIndex(int(page));
    setOpen(true);
}

bool DetailPanel::showNamed(const QString& name) {
    static const QStringList names{QStringLiteral("findings"), QStringLiteral("drift"),       QStringLiteral("outputs"),
                                   QStringLiteral("checks"),   QStringLiteral("diagnostics"), QStringLiteral("log"),
                                   QStringLiteral("providers")};
    if (!names.contains(name)) {
        // Pages added from outside are identified by object names.
        const auto* page = findChild<QWidget*>(name);
        if (indexOf(page) < 0)
            return false;
        setTabVisible(indexOf(page), true);
        setCurrentIndex(indexOf(page));
        setOpen(true);
        return true;
    }
    show(Page(names.indexOf(name)));
    return true;
}

void DetailPanel::addPage(QWidget* page, const QString& title, const QString& name) {
    page->setObjectName(name);
    addTab(page, title);
    setTabVisible(indexOf(page), false);
}

void DetailPanel::setCount(QWidget* page, const QString& title, qsizetype count) {
    setText(indexOf(page), title, count);
    if (count == 0)
        setTabVisible(indexOf(page), false);
    setUsed(page, count > 0);
}

void DetailPanel::addLog(const session::LogBatch& batch) {
    m_log->append(batch);
    setUsed(m_log, m_log->model().rowCount() > 0);
}

void DetailPanel::setPlugins(std::vector<providers::plugin::Status> plugins) {
    const auto running = std::count_if(plugins.begin(), plugins.end(),
                                       [](const providers::plugin::Status& plugin) { return plugin.isRunning(); });
    m_plugins->updateRows(models::pluginRows(std::move(plugins)));
    setText(int(Page::Providers), tr("Providers"), running);
    setUsed(widget(int(Page::Providers)), m_plugins->rowCount() > 0);
}

} // namespace planlens::widgets
