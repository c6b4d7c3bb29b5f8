// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/apply/apply_page.h"

#include "core/report/text/applied_text.h"
#include "ui/basics/text.h"
#include "ui/controls/table_look.h"
#include "ui/controls/wrapping_table.h"
#include "ui/language/words.h"
#include "ui/pages/apply/applied_html.h"
#include "ui/pages/apply/time_line.h"
#include "ui/session/recording/run_of_result.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSet>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace planlens::widgets {

using models::ApplyModel;
using models::ApplyStatus;

namespace {

constexpr qsizetype mostEvents = 100; // shown at a time
constexpr std::chrono::milliseconds betweenParts{20};

} // namespace

ApplyPage::ApplyPage(QWidget* parent)
    : QWidget(parent)
    , m_model(new ApplyModel(this))
    , m_stack(new QStackedLayout(this))
    , m_stop(new QPushButton(tr("Stop"), this))
    , m_interrupt(new QPushButton(tr("Interrupt running operations…"), this))
    , m_kill(new QPushButton(tr("Kill…"), this))
    , m_planAgain(new QPushButton(tr("Plan again"), this))
    , m_export(new QPushButton(tr("Export…"), this)) {
    auto* empty = new QLabel(
        tr("Nothing has been applied in this window yet. The progress and result of the last apply are shown here."),
        this);
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    empty->setForegroundRole(QPalette::PlaceholderText);
    m_stack->addWidget(empty);
    m_stack->addWidget(makePage());
    connectParts();
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &ApplyPage::tick);
    m_takeNext.setInterval(betweenParts);
    m_takeNext.setSingleShot(true); // so that other events come between two parts, however long one takes
    connect(&m_takeNext, &QTimer::timeout, this, [this] { showPart(mostEvents); });
}

QWidget* ApplyPage::makePage() {
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_head = makeHead(page);
    column->addWidget(m_head);
    m_table = makeTable(page);
    m_details = makeDetails(page);
    m_parts = new QSplitter(Qt::Vertical, page);
    m_parts->setChildrenCollapsible(false);
    m_parts->addWidget(m_details);
    m_parts->addWidget(m_table);
    column->addWidget(m_parts, 1);
    return page;
}

ApplyHead* ApplyPage::makeHead(QWidget* page) {
    m_stop->setObjectName(QStringLiteral("apply-stop"));
    m_stop->setToolTip(tr("Starts no new operations and waits for running ones"));
    m_interrupt->setObjectName(QStringLiteral("apply-interrupt"));
    m_interrupt->setToolTip(tr("Interrupts provisioners and asks providers to stop"));
    m_planAgain->setObjectName(QStringLiteral("apply-plan-again"));
    m_planAgain->setToolTip(tr("Refreshes all objects and shows the remaining changes"));
    m_export->setObjectName(QStringLiteral("apply-export"));
    m_export->setToolTip(tr("Saves the result as text, Markdown or HTML; sensitive values are masked"));
    m_kill->setObjectName(QStringLiteral("apply-kill"));
    m_kill->setToolTip(tr("Kills provisioners and providers that do not end when they are interrupted"));
    // A double click must not reach the buttons that interrupt and kill: they appear beside the button to stop.
    for (QPushButton* button : {m_interrupt, m_kill})
        button->installEventFilter(this);
    return new ApplyHead({m_kill, m_interrupt, m_stop, m_planAgain, m_export}, page);
}

QTableView* ApplyPage::makeTable(QWidget* page) {
    auto* table = new WrappingTable(page);
    table->setModel(m_model);
    table->setAccessibleName(tr("Applied changes"));
    table->setFrameShape(QFrame::NoFrame);
    setTableLook(*table, {48, 88, 64, 80});
    table->setWrapped(ApplyModel::AddressColumn, ApplyModel::ObjectColumn);
    table->setItemDelegateForColumn(ApplyModel::TimeLineColumn, new TimeLineDelegate(table));
    table->setObjectName(QStringLiteral("applied"));
    QFont bold = table->font(); // of running operations
    bold.setBold(true);
    widenColumn(*table, ApplyModel::StatusColumn, ApplyModel::statusTexts(), bold);
    widenColumn(*table, ApplyModel::ActionColumn, ApplyModel::actionTexts(), table->font());
    table->viewport()->installEventFilter(this);
    return table;
}

QTextBrowser* ApplyPage::makeDetails(QWidget* page) {
    auto* details = new QTextBrowser(page);
    details->setObjectName(QStringLiteral("apply-result"));
    details->setAccessibleName(tr("Result of the apply"));
    details->setFrameShape(QFrame::NoFrame);
    details->setOpenLinks(false);
    details->document()->setDocumentMargin(theme::grid);
    details->document()->setDefaultStyleSheet(
        QStringLiteral("code { font-family: '%1'; } p { margin: 0 0 4px 0; }").arg(theme::monospaceFont().family()));
    details->hide();
    details->setMinimumHeight(theme::rowHeight); // less than the minimum size hint of a scroll area
    return details;
}

void ApplyPage::connectParts() {
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (current.isValid())
            Q_EMIT addressChosen(current.data(models::AddressRole).toString());
    });
    connect(m_details, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (url.scheme() == QStringLiteral("copy"))
            QApplication::clipboard()->setText(m_report.outputs.value(url.path().toInt()).value);
        else if (url.scheme() == QStringLiteral("edit"))
            Q_EMIT placeChosen(url.path(QUrl::FullyDecoded), url.fragment().toInt());
        else
            Q_EMIT addressChosen(url.fragment(QUrl::FullyDecoded));
    });
    connect(m_parts, &QSplitter::splitterMoved, this, [this] { m_isMoved = true; });
    connect(m_stop, &QPushButton::clicked, this, &ApplyPage::stop);
    connect(m_interrupt, &QPushButton::clicked, this, &ApplyPage::askToInterrupt);
    connect(m_kill, &QPushButton::clicked, this, &ApplyPage::killRequested);
    connect(m_planAgain, &QPushButton::clicked, this, &ApplyPage::planRequested);
    connect(m_export, &QPushButton::clicked, this, &ApplyPage::exportResult);
}

void ApplyPage::begin(const session::Result& result, std::vector<ApplyModel::Operation> operations) {
    m_plan = result.plan;
    m_mask = result.secrets();
    m_report = {};
    m_pending.clear();
    m_run = {};
    m_run.at = QDateTime::currentDateTime();
    m_run.folder = result.request.folder;
    m_run.workspace = result.workspace;
    m_run.hash = result.planHash;
    m_run.options = history::optionsOf(result.request);
    m_clock.start();
    m_done = 0;
    m_waiting.clear();
    m_known = int(operations.size());
    m_model->setOperations(std::move(operations));
    m_model->begin();
    fitColumns();
    m_isStopping = false;
    m_failedBefore.reset();
    m_stop->setText(tr("Stop"));
    for (QPushButton* button : {m_stop, m_interrupt, m_kill}) {
        button->setEnabled(true);
        button->setVisible(button == m_stop);
    }
    m_details->hide();
    m_planAgain->hide();
    m_export->hide();
    m_stack->setCurrentIndex(1);
    m_tick.start();
    showProgress();
}

void ApplyPage::stop() {
    if (std::exchange(m_isStopping, true))
        return askToInterrupt();
    m_interrupt->show();
    m_kill->show();
    // What stays below the pointer and gets Enter must not interrupt or kill.
    if (m_stop->hasFocus())
        setFocus();
    m_stop->setText(tr("Stopping…"));
    m_stop->setEnabled(false);
    Q_EMIT stopRequested();
    showProgress();
}

void ApplyPage::askToInterrupt() {
    if (!m_interrupt->isEnabled() || findChild<QMessageBox*>())
        return;
    auto* question = new QMessageBox(QMessageBox::Warning, tr("Interrupt running operations?"),
                                     tr("Objects whose creation is interrupted are marked as tainted, and the next "
                                        "plan replaces them. Real objects may be left incomplete."),
                                     QMessageBox::NoButton, this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setObjectName(QStringLiteral("interrupt-question"));
    QPushButton* interrupt = question->addButton(tr("Interrupt"), QMessageBox::DestructiveRole);
    interrupt->setObjectName(QStringLiteral("interrupt"));
    question->setDefaultButton(question->addButton(tr("Wait"), QMessageBox::RejectRole));
    connect(interrupt, &QPushButton::clicked, this, [this] {
        if (!isApplying())
            return;
        m_interrupt->setEnabled(false);
        m_failedBefore = m_model->failedCount();
        Q_EMIT interruptRequested();
        showProgress();
    });
    question->open();
}

void ApplyPage::setKilled() {
    m_interrupt->setEnabled(false);
    m_kill->setEnabled(false);
    m_failedBefore = failedByThemselves();
    showProgress();
}

void ApplyPage::take(const QVector<session::ApplyEvent>& events) {
    if (!isApplying())
        return;
    m_pending.append(events);
    if (!m_takeNext.isActive())
        m_takeNext.start();
}

int ApplyPage::pendingParts() const {
    return int((m_pending.size() + mostEvents - 1) / mostEvents);
}

void ApplyPage::showPart() {
    showPart(mostEvents);
}

void ApplyPage::showRest() {
    showPart(m_pending.size());
}

void ApplyPage::showPart(qsizetype most) {
    const QVector<session::ApplyEvent> events = m_pending.first(std::min(most, m_pending.size()));
    m_pending.remove(0, events.size());
    if (m_pending.isEmpty())
        m_takeNext.stop();
    else
        m_takeNext.start();
    if (events.isEmpty())
        return;
    const bool wasAtEnd = m_table->currentIndex().isValid();
    QVector<session::ApplyEvent> masked = events;
    for (session::ApplyEvent& event : masked)
        for (QString* text : {&event.message, &event.objectId})
            if (!text->isEmpty())
                *text = qstring(m_mask.masked(text->toStdString()));
    m_model->take(masked);
    if (m_table->isColumnHidden(ApplyModel::MessageColumn) &&
        std::ranges::any_of(masked, [](const session::ApplyEvent& event) { return !event.message.isEmpty(); }))
        fitColumns();
    QSet<QString> seen, failed;
    QVector<models::InstanceStatus> statuses;
    for (const session::ApplyEvent& event : events) {
        if (event.kind == session::ApplyEvent::Kind::Failed)
            failed.insert(event.address);
        if (event.kind != session::ApplyEvent::Kind::Said && !seen.contains(event.address)) {
            seen.insert(event.address);
            statuses.append({event.address, m_model->statusOf(event.address), m_model->elapsedOf(event.address)});
        }
    }
    if (!failed.isEmpty())
        skipDependents(failed);
    Q_EMIT statusesChanged(statuses);
    if (!wasAtEnd) // unless the user selected another row
        for (int row = 0; row < m_model->rowCount(); ++row)
            if (m_model->operations()[std::size_t(row)].status == ApplyStatus::Running) {
                m_table->scrollTo(m_model->index(row, ApplyModel::AddressColumn)); // others may be hidden
                break;
            }
    showProgress();
}

void ApplyPage::setProgress(const session::Progress& progress) {
    if (!isApplying())
        return;
    if (progress.isWaiting)
        m_waiting = progress.phase;
    if (progress.known > 0) {
        m_done = progress.done;
        m_known = progress.known;
    }
    showProgress();
}

void ApplyPage::tick() {
    m_model->tick();
    fitColumns();
    m_table->viewport()->update(); // the scale of the time line changed
    QVector<models::InstanceStatus> statuses;
    for (const QString& address : m_model->running())
        statuses.append({address, m_model->statusOf(address), m_model->elapsedOf(address)});
    Q_EMIT statusesChanged(statuses);
    showProgress();
}

void ApplyPage::showProgress() {
    if (!isApplying())
        return;
    const int done = std::max(m_done, m_model->doneCount());
    const int known = std::max(m_known, done);
    Q_EMIT counted(done - m_model->failedCount(), known);
    QStringList parts;
    parts.append(tr("running for %1").arg(language::durationText(m_clock.elapsed())));
    if (!m_waiting.isEmpty())
        parts.append(m_waiting);
    if (m_isStopping)
        parts.append(m_interrupt->isEnabled() ? tr("stopping: running operations finish, no new ones start")
                     : m_kill->isEnabled()    ? tr("stopping: running operations are interrupted")
                                              : tr("stopping: running operations are killed"));
    else if (const auto rest = 2 * done < known // the first operations say little about the others
                                   ? std::nullopt
                                   : report::remaining(std::size_t(done), std::size_t(known),
                                                       std::chrono::milliseconds(m_clock.elapsed())))
        parts.append(tr("about %1 left")
                         .arg(rest->count() < 60 ? tr("%1 s").arg(rest->count())
                                                 : language::durationText(std::chrono::milliseconds(*rest).count())));
    QStringList running;
    for (const QString& address : m_model->running())
        running.append(tr("%1 (%2)").arg(address, m_model->elapsedOf(address)));
    m_head->showProgress({done, m_model->failedCount(), known, parts, running, m_model->firstFailure(), m_isStopping});
}

/// Errors and outputs get the height that they need, up to three fifths of the page. The table gets the rest.
void ApplyPage::fitDetails() {
    if (m_details->isHidden() || m_isMoved)
        return;
    const int whole = m_parts->height();
    m_details->document()->setTextWidth(m_details->viewport()->width());
    const int needed = int(m_details->document()->size().height()) + theme::grid;
    const int shown = std::min(needed, whole * 3 / 5);
    m_parts->setSizes({shown, whole - shown});
}

/// Hides empty columns. Addresses and identifiers get the width that they need, as far as there is space, and wrap
/// otherwise.
void ApplyPage::fitColumns() {
    // The font is monospaced. Measuring or reading all cells would take too long for each tick.
    int longestAddress = 0, longestObject = 0;
    qsizetype longestMessage = 0;
    bool hasSteps = false, hasObjects = false;
    const std::vector<ApplyModel::Operation>& operations = m_model->operations();
    const auto size = [&](int row) {
        const ApplyModel::Operation& operation = operations[std::size_t(row)];
        constexpr qsizetype words = 18; // of "(deposed object …)"
        return operation.address.size() + (operation.deposed.isEmpty() ? 0 : words + operation.deposed.size());
    };
    for (int row = 0; row < int(operations.size()); ++row) {
        const ApplyModel::Operation& operation = operations[std::size_t(row)];
        hasSteps = hasSteps || operation.step > 0;
        hasObjects = hasObjects || !operation.objectId.isEmpty();
        longestMessage = std::max(longestMessage, operation.message.size());
        if (size(row) > size(longestAddress))
            longestAddress = row;
        if (operation.objectId.size() > operations[std::size_t(longestObject)].objectId.size())
            longestObject = row;
    }
    m_table->setColumnHidden(ApplyModel::ObjectColumn, !hasObjects);
    m_table->setColumnHidden(ApplyModel::StepColumn, !hasSteps);
    const auto head = [this](int column) { return m_table->horizontalHeader()->sectionSizeHint(column); };
    int room = m_table->viewport()->width();
    for (const int column :
         {ApplyModel::StepColumn, ApplyModel::StatusColumn, ApplyModel::ElapsedColumn, ApplyModel::ActionColumn})
        room -= m_table->columnWidth(column);
    const auto needed = [&](int row, int column) {
        const qsizetype characters =
            row < int(operations.size()) ? m_model->index(row, column).data().toString().size() : 0;
        return std::max(WrappingTable::widthOf(int(characters)), head(column));
    };
    const int address = needed(longestAddress, ApplyModel::AddressColumn);
    const int object = hasObjects ? needed(longestObject, ApplyModel::ObjectColumn) : 0;
    const int leastTimeLine = std::max(head(ApplyModel::TimeLineColumn), std::min(120, room / 5));
    // Messages get the rest, and at least the width of their header. After the apply the errors are above the table,
    // and identifiers are more important.
    const int spare = room - address - object - leastTimeLine;
    constexpr int leastMessage = 80; // hidden columns have no header to measure
    const bool hasMessages = longestMessage > 0 && (isApplying() || spare >= leastMessage);
    m_table->setColumnHidden(ApplyModel::MessageColumn, !hasMessages);
    const int most = isApplying() ? std::max(room / 4, spare) : spare;
    const int widest = QFontMetrics(theme::monospaceFont()).horizontalAdvance(u'M');
    const int message = !hasMessages ? 0
                                     : std::max(int(std::min<qsizetype>(most, longestMessage * widest)),
                                                head(ApplyModel::MessageColumn));
    const int timeLine = std::max(leastTimeLine, room - address - object - message);
    room -= timeLine + message;
    // Addresses have precedence while identifiers fit in two lines.
    const int leastObject = std::max(head(ApplyModel::ObjectColumn), std::min(object / 2 + theme::grid, room / 2));
    const int shownObject = hasObjects ? std::clamp(room - address, leastObject, std::max(leastObject, object)) : 0;
    m_table->setColumnWidth(ApplyModel::AddressColumn, std::min(address, room - shownObject));
    m_table->setColumnWidth(ApplyModel::TimeLineColumn, timeLine);
    m_table->setColumnWidth(ApplyModel::ObjectColumn, shownObject);
    if (hasMessages) // a header does not stretch a column when it is shown
        m_table->setColumnWidth(ApplyModel::MessageColumn, message);
}

void ApplyPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_details && m_details->isVisibleTo(this))
        m_details->setHtml(appliedHtml(m_report)); // has explicit colors
    QWidget::changeEvent(event);
}

void ApplyPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    QTimer::singleShot(0, this, &ApplyPage::fitDetails);
}

bool ApplyPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_interrupt || watched == m_kill)
        return event->type() == QEvent::MouseButtonDblClick;
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

} // namespace planlens::widgets
