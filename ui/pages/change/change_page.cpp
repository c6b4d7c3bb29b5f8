// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/change_page.h"

#include "core/addrs/target.h"
#include "core/plans/plan.h"
#include "ui/basics/change_key.h"
#include "ui/basics/plain_text.h"
#include "ui/basics/text.h"
#include "ui/controls/splitter_order.h"
#include "ui/models/changes/change_filter_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/cost_text.h"
#include "ui/models/finding_rows.h"
#include "ui/models/roles.h"
#include "ui/pages/change/change_delegate.h"
#include "ui/pages/change/drift_text.h"
#include "ui/pages/change/overview_text.h"
#include "ui/pages/change/several_text.h"
#include "ui/pages/change/text_diff_view.h"
#include "ui/pages/change/why_text.h"
#include "ui/pages/drawer/move_hints.h"
#include "ui/session/session_result.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QMimeData>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QTreeView>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace planlens::widgets {

using models::ChangeTreeModel;

namespace {

/// Returns the changes at an address: of the current object, then of deposed ones. No-ops only if there are no others.
std::vector<const plans::ResourceInstanceChange*> changesAt(const plans::Plan& plan,
                                                            const addrs::AbsResourceInstance& address) {
    const plans::ResourceInstanceChange* current = plan.changes.resource(address);
    std::vector<const plans::ResourceInstanceChange*> changes;
    if (current && theme::actionKind(*current) != theme::ActionKind::NoOp)
        changes.push_back(current);
    for (const plans::ResourceInstanceChange* change : plan.changes.instancesOf(address.containing().config()))
        if (!change->deposed.empty() && change->address == address)
            changes.push_back(change);
    if (changes.empty() && current)
        changes.push_back(current);
    return changes;
}

/// A browser whose invisible line breaks are not copied.
class AddressBrowser final : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;

protected:
    QMimeData* createMimeDataFromSelection() const override {
        QMimeData* copied = QTextBrowser::createMimeDataFromSelection();
        copied->setText(withoutBreaks(copied->text()));
        copied->setHtml(withoutBreaks(copied->html()));
        return copied;
    }
};

/// Returns HTML whose lines are broken only between the parts of addresses. Short addresses without characters at which
/// lines could be broken stay as they are.
QString breakableAddresses(QString html) {
    constexpr qsizetype longest = 60;
    static const QRegularExpression code(QStringLiteral("<code[^>]*>(?:<b>)?([^<]+)<")),
        address(QStringLiteral("^[\\w-]+(\\[[^]]*\\])?(\\.[\\w-]+(\\[[^]]*\\])?)+$")),
        invisible(QStringLiteral("([\u200b\u2060]+)")), // of another font, which must not make lines higher
        ends(QStringLiteral("[^\\w.\"\\[\\]]"));
    qsizetype at = 0;
    for (QRegularExpressionMatch match; (match = code.match(html, at)).hasMatch();) {
        const qsizetype start = match.capturedStart(1);
        QString text = QTextDocumentFragment::fromHtml(match.captured(1)).toPlainText();
        if (address.match(text).hasMatch() && (text.size() > longest || text.contains(ends)))
            text = breakableAddress(text).toHtmlEscaped().replace(
                invisible, QStringLiteral("<span style='font-size:1px'>\\1</span>"));
        else
            text = match.captured(1);
        html.replace(start, match.capturedLength(1), text);
        at = start + text.size();
    }
    return html;
}

} // namespace

ChangePage::ChangePage(ChangeTreeModel& model, models::ChangeFilterModel& filter, const MoveHints& moves,
                       QWidget* parent)
    : QSplitter(Qt::Vertical, parent)
    , m_model(model)
    , m_filter(filter)
    , m_moves(moves)
    , m_summary(addBrowser("why-summary", tr("Summary")))
    , m_attributes(new QTreeView(this))
    , m_delegate(new ChangeDelegate(this))
    , m_text(new TextDiffView(this))
    , m_why(addBrowser("why", tr("Why"))) {
    setChildrenCollapsible(false);
    m_attributes->setObjectName(QStringLiteral("attributes"));
    m_attributes->setAccessibleName(tr("Attributes"));
    m_attributes->setModel(&m_filter);
    m_attributes->setItemDelegate(m_delegate);
    m_attributes->setWordWrap(true);
    m_attributes->setFrameShape(QFrame::NoFrame);
    m_attributes->setIndentation(16);
    m_attributes->setContextMenuPolicy(Qt::CustomContextMenu);
    QHeaderView& header = *m_attributes->header();
    header.moveSection(ChangeTreeModel::NotesColumn, 1); // replacement reasons are read before the values
    header.setStretchLastSection(false);
    header.setMinimumSectionSize(64);
    header.setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header.setSectionResizeMode(ChangeTreeModel::ChangeColumn, QHeaderView::Interactive);
    header.setSectionResizeMode(ChangeTreeModel::NotesColumn, QHeaderView::Interactive);
    header.setSectionResizeMode(ChangeTreeModel::BeforeColumn, QHeaderView::Stretch);
    header.setSectionResizeMode(ChangeTreeModel::AfterColumn, QHeaderView::Stretch);
    // Wraps values again.
    connect(&header, &QHeaderView::sectionResized, m_attributes, &QTreeView::doItemsLayout, Qt::QueuedConnection);
    connect(m_attributes->selectionModel(), &QItemSelectionModel::currentChanged, this, &ChangePage::showText);
    connect(m_attributes, &QTreeView::expanded, this, &ChangePage::fitColumns, Qt::QueuedConnection);
    connect(m_attributes, &QTreeView::activated, this, [this](const QModelIndex& index) {
        const QString address = index.data(models::AddressRole).toString();
        if (address != m_address && !address.isEmpty())
            Q_EMIT addressChosen(address);
    });
    connect(m_attributes, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        if (m_attributes->indexAt(position).isValid())
            Q_EMIT menuRequested(m_attributes->viewport()->mapToGlobal(position));
    });
    // Without its root, the view would show all rows.
    connect(&m_filter, &QAbstractItemModel::modelAboutToBeReset, m_attributes, &QWidget::hide);
    connect(&m_filter, &QAbstractItemModel::modelReset, this, &ChangePage::showRows);
    m_text->hide();
    for (QWidget* part : std::initializer_list<QWidget*>{m_summary, m_attributes, m_text, m_why}) {
        part->setMinimumHeight(theme::rowHeight); // less than the minimum size hint of a scroll area
        addWidget(part);
    }
    orderChildren(*this);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_isMoved = true; });
}

QTextBrowser* ChangePage::addBrowser(const char* name, const QString& label) {
    auto* browser = new AddressBrowser(this);
    browser->setFrameShape(QFrame::NoFrame);
    browser->setOpenLinks(false);
    browser->document()->setDocumentMargin(theme::grid * 1.5);
    browser->document()->setDefaultStyleSheet(
        QStringLiteral("code { font-family: '%1'; } p { margin: 0 0 8px 0; }").arg(theme::monospaceFont().family()));
    browser->setObjectName(QLatin1String(name));
    browser->setAccessibleName(label);
    connect(browser, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (url.scheme() == QStringLiteral("copy"))
            Q_EMIT movedBlockRequested();
        else if (url.scheme() == QStringLiteral("copy-address"))
            Q_EMIT copyRequested();
        else if (url.scheme() == QStringLiteral("page"))
            Q_EMIT pageRequested(url.path());
        else if (url.scheme() == QStringLiteral("review"))
            Q_EMIT reviewRequested();
        else if (url.scheme() == QStringLiteral("generated"))
            Q_EMIT generatedRequested();
        else if (url.scheme() == QStringLiteral("edit"))
            Q_EMIT placeChosen(url.path(QUrl::FullyDecoded), url.fragment().toInt());
        else
            Q_EMIT addressChosen(url.fragment(QUrl::FullyDecoded));
    });
    return browser;
}

ChangePage::~ChangePage() {
    m_filter.disconnect(this);
}

void ChangePage::setResult(std::shared_ptr<const session::Result> result) {
    m_result = std::move(result);
    m_outcome = nullptr;
    m_secrets = m_result ? m_result->secrets() : masking::Secrets();
}

void ChangePage::setFilter(std::optional<QSet<QString>> shown) {
    if (std::exchange(m_shown, std::move(shown)) == m_shown)
        return;
    if (m_address.isEmpty() || !m_model.indexOf(m_address).isValid() ||
        models::NodeType(m_model.indexOf(m_address).data(models::NodeTypeRole).toInt()) != models::NodeType::Resource)
        explain();
}

void ChangePage::show(const QString& address) {
    m_address = address;
    m_several.clear();
    explain();
    showText({});
    showRows();
}

void ChangePage::showSeveral(const QStringList& addresses) {
    m_address.clear();
    m_several = addresses;
    explain();
    showText({});
    showRows();
}

QModelIndex ChangePage::currentRow() const {
    return m_attributes->isHidden() ? QModelIndex() : m_attributes->currentIndex();
}

void ChangePage::explain() {
    const plans::Plan* plan = m_result ? m_result->plan.get() : nullptr;
    const auto instance = addrs::readAbsResourceInstance(instanceOf(m_address).toStdString());
    std::vector<const plans::ResourceInstanceChange*> changes =
        plan && instance ? changesAt(*plan, *instance) : std::vector<const plans::ResourceInstanceChange*>();
    const std::string deposed = deposedKeyOf(m_address).toStdString();
    std::ranges::stable_partition(
        changes, [&](const plans::ResourceInstanceChange* change) { return change->deposed == deposed; });
    QString summary, reasons;
    const bool isDrift = plan && m_model.driftOf(m_address);
    if (isDrift)
        summary = driftHtml();
    for (const plans::ResourceInstanceChange* change : changes) {
        if (isDrift)
            break;
        // The palette of the application, because those of widgets follow a change of the theme in any order.
        const WhyHtml html = whyHtml(*plan, *change, QApplication::palette(),
                                     change->deposed.empty() ? m_moves.of(m_address) : nullptr, m_secrets);
        // The reasons of other objects of the instance follow their summaries.
        (change == changes.front() ? summary : reasons) += html.summary;
        reasons += html.reasons;
    }
    if (plan && instance && !isDrift && !changes.empty()) {
        const QString outside = changedOutsideHtml(*plan, *instance, m_secrets);
        const bool isUnchanged = theme::actionKind(*changes.front()) == theme::ActionKind::NoOp;
        reasons = isUnchanged ? outside + reasons : reasons + outside;
    }
    if (m_result && m_result->analysis.costs && instance && !changes.empty())
        if (const QString text = models::costChangeText(models::costOf(*m_result->analysis.costs, *instance),
                                                        m_result->analysis.costs->currency);
            !text.isEmpty())
            summary += QStringLiteral("<p>%1</p>").arg(tr("Cost: %1").arg(text).toHtmlEscaped());
    if (!changes.empty())
        summary = outcomeHtml() + summary + findingsHtml();
    if (plan && !instance && m_model.hasChanges(m_address))
        summary = moduleHtml(*m_result, m_address, m_shown ? &*m_shown : nullptr);
    if (plan && !m_several.isEmpty())
        reasons = severalHtml(*plan, m_several, m_secrets);
    if (summary.isEmpty() && reasons.isEmpty()) {
        reasons = plan ? overviewHtml(*m_result, m_shown ? &*m_shown : nullptr) : QString();
        // Nothing can be selected in a plan without changes and drift.
        const QVariant first = m_model.index(0, 0).data(models::NodeTypeRole);
        if (first.isValid() && models::NodeType(first.toInt()) != models::NodeType::Hidden && !(plan && plan->errored))
            reasons += QStringLiteral("<p style='color:%1; margin-top:16px'>%2</p>")
                           .arg(theme::surfaces(theme::currentScheme()).dimText.name(),
                                m_overrides == Overrides::None
                                    ? tr("Select a change in the list or a node in the graph to see its cause.")
                                : m_overrides == Overrides::NoReplacement
                                    ? tr("Select a change in the list or a node in the graph to see its cause. "
                                         "<b>Alt+X</b> excludes it.")
                                    : tr("Select a change in the list or a node in the graph to see its cause. "
                                         "<b>Alt+R</b> replaces it, <b>Alt+X</b> excludes it."));
    }
    m_summary->setHtml(breakableAddresses(summary));
    m_summary->setVisible(!summary.isEmpty());
    m_why->setHtml(breakableAddresses(reasons));
    m_why->setVisible(!reasons.isEmpty());
}

QString ChangePage::driftHtml() const {
    const theme::ActionKind kind = theme::actionKind(*m_model.driftOf(m_address));
    return QStringLiteral("<p><code style='color:%1'><b>%2</b></code> %3</p><p><b>%4</b> %5</p>")
        .arg(theme::color(kind, theme::currentScheme()).name(), theme::glyph(kind).toHtmlEscaped(),
             headingHtml(m_address),
             (kind == theme::ActionKind::Delete ? tr("The object was deleted outside of %1 since the last apply.")
                                                : tr("Changed outside of %1 since the last apply."))
                 .arg(qstring(m_result->plan->program.name()))
                 .toHtmlEscaped(),
             m_model.driftSentence(m_address).toHtmlEscaped());
}

/// Returns the findings of the selected change, worst first.
QString ChangePage::findingsHtml() const {
    std::vector<const risk::Finding*> found;
    for (const risk::Finding& finding : m_result->analysis.findings)
        if (finding.address && qstring(finding.address->toString()) == instanceOf(m_address))
            found.push_back(&finding);
    std::ranges::stable_sort(found, {}, &risk::Finding::severity);
    QString html;
    for (const risk::Finding* finding : found)
        html += QStringLiteral("<p>%1 – %2</p>")
                    .arg(models::findingHtml(*finding), models::findingMeaning(*finding).toHtmlEscaped());
    return html;
}

/// Returns what the apply did with the selected change. The explanation of the plan follows.
QString ChangePage::outcomeHtml() const {
    if (!m_outcome || !m_outcome->hasStarted)
        return {};
    const theme::Surfaces& surfaces = theme::surfaces(theme::currentScheme());
    const auto status = models::ApplyStatus(m_model.indexOf(m_address).data(models::StatusRole).toInt());
    const bool hasFailed = status == models::ApplyStatus::Failed;
    QString html = QStringLiteral("<p><b style='color:%1'>%2</b></p>")
                       .arg(hasFailed ? surfaces.error.name() : surfaces.text.name(),
                            hasFailed                             ? tr("✗ The apply of this change failed.")
                            : status == models::ApplyStatus::Done ? tr("✓ This change was applied.")
                                                                  : tr("– The apply ended before this change."));
    for (const session::DiagnosticText& text : m_outcome->diagnostics)
        if (hasFailed && text.isError && text.address == instanceOf(m_address))
            html += QStringLiteral("<p style='color:%1'>%2<br>%3</p>")
                        .arg(surfaces.error.name(), text.summary.toHtmlEscaped(),
                             text.detail.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")));
    return html +
           QStringLiteral("<p style='color:%1'>%2</p>").arg(surfaces.dimText.name(), tr("Planned before the apply:"));
}

/// Shows the rows of the address below its summary.
void ChangePage::showRows() {
    // Between two plans, the filter has no source model.
    const QModelIndex root = m_address.isEmpty() || m_filter.sourceModel() != &m_model
                                 ? QModelIndex()
                                 : m_filter.mapFromSource(m_model.indexOf(m_address)).siblingAtColumn(0);
    m_attributes->setVisible(root.isValid());
    if (!root.isValid()) {
        m_text->hide();
        return;
    }
    if (m_filter.canFetchMore(root))
        m_filter.fetchMore(root); // the view would fetch only after arrange() has counted the rows
    m_attributes->setRootIndex(root);
    int rowsLeft = 200;
    unfold(root, rowsLeft);
    m_attributes->setCurrentIndex({});
    fitColumns();
    arrange();
}

void ChangePage::setUnified(bool isUnified) {
    m_attributes->setColumnHidden(ChangeTreeModel::AfterColumn, isUnified);
    m_attributes->setHeaderHidden(isUnified); // both values are in one column
    fitColumns();
    m_attributes->doItemsLayout();
    arrange();
}

/// Makes the columns of notes and names as wide as their rows. Values matter most: beyond a quarter of the page, notes
/// get only the space that values and names leave; beyond a third, names get only the space that values leave.
void ChangePage::fitColumns() {
    if (m_attributes->isHidden())
        return;
    m_attributes->resizeColumnToContents(ChangeTreeModel::NotesColumn);
    m_attributes->resizeColumnToContents(ChangeTreeModel::ChangeColumn);
    const int notes = m_attributes->columnWidth(ChangeTreeModel::NotesColumn);
    const int names = m_attributes->columnWidth(ChangeTreeModel::ChangeColumn);
    const int whole = m_attributes->viewport()->width(), third = width() / 3;
    const int spare = whole - fitValues(whole - notes - std::min(names, third));
    const auto fitted = [](int wanted, int room, int least) { return std::min(wanted, std::max(room, least)); };
    const int fittedNotes = fitted(notes, spare - std::min(names, third), width() / 4);
    m_attributes->setColumnWidth(ChangeTreeModel::NotesColumn, fittedNotes);
    m_attributes->setColumnWidth(ChangeTreeModel::ChangeColumn, fitted(names, spare - fittedNotes, third));
}

/// Gives the columns of values the same width, unless only different widths fit into the room. One without texts, such
/// as the values before a creation, only gets the width of its title. Returns the width of both columns if no value
/// wraps.
int ChangePage::fitValues(int room) {
    constexpr int mostRows = 200, least = 128;
    constexpr std::array columns{ChangeTreeModel::BeforeColumn, ChangeTreeModel::AfterColumn};
    const QFontMetrics mono(theme::monospaceFont()), small(theme::smallFont());
    std::array widest{0, 0};
    int rows = 0;
    for (QModelIndex row = m_filter.index(0, 0, m_attributes->rootIndex()); row.isValid() && rows < mostRows;
         row = m_attributes->indexBelow(row), ++rows)
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (const QString text = row.siblingAtColumn(columns[i]).data().toString(); !text.isEmpty())
                widest[i] =
                    std::max({widest[i],
                              (text.startsWith(u'(') ? small : mono).horizontalAdvance(text) + 2 * theme::grid, least});
    const bool isUnified = m_attributes->isColumnHidden(ChangeTreeModel::AfterColumn);
    const bool hasBoth = isUnified || (widest[0] > 0) == (widest[1] > 0);
    QHeaderView& header = *m_attributes->header();
    for (std::size_t i = 0; i < columns.size(); ++i)
        header.setSectionResizeMode(columns[i],
                                    hasBoth || widest[i] > 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    if (isUnified)
        return std::max({widest[0], widest[1], least});
    const int same = 2 * std::max({widest[0], widest[1], least});
    if (hasBoth && same > room && widest[0] + widest[1] <= room && widest[0] > 0) {
        const std::size_t narrow = widest[0] < widest[1] ? 0 : 1;
        header.setSectionResizeMode(columns[narrow], QHeaderView::Interactive);
        header.resizeSection(columns[narrow], widest[narrow]);
        return widest[0] + widest[1];
    }
    if (hasBoth)
        return same;
    return std::max(widest[0], widest[1]) + header.sectionSize(columns[widest[0] > 0 ? 1 : 0]);
}

void ChangePage::resizeEvent(QResizeEvent* event) {
    QSplitter::resizeEvent(event);
    fitColumns();
    if (!m_isMoved && !m_attributes->isHidden())
        arrange();
}

/// The summary and the attributes take the space that they need; the reasons take the rest, at least a third if they
/// need it.
void ChangePage::arrange() {
    m_isMoved = false;
    m_summary->document()->setTextWidth(m_summary->viewport()->width());
    const int summary = m_summary->isHidden()
                            ? 0
                            : std::min(int(m_summary->document()->size().height()) + theme::grid / 2, height() / 2);
    int handles = -1; // none before the first part
    for (int i = 0; i < count(); ++i)
        handles += !widget(i)->isHidden();
    const int rest = height() - handles * handleWidth() - summary;
    m_why->document()->setTextWidth(m_why->viewport()->width());
    const int reasons =
        m_why->isHidden() ? 0 : std::min(int(m_why->document()->size().height()) + theme::grid / 2, rest / 3);
    if (!m_text->isHidden()) {
        setSizes({summary, (rest - reasons) / 3, rest - reasons - (rest - reasons) / 3, reasons});
        return;
    }
    const int wanted = m_attributes->header()->sizeHint().height() + rowsHeight() + theme::rowHeight;
    const int attributes = m_why->isHidden() ? rest : std::min(wanted, rest - reasons);
    setSizes({summary, attributes, 0, rest - attributes});
}

/// Returns the height of the rows, or more than that of the window.
int ChangePage::rowsHeight() const {
    int total = 0;
    for (QModelIndex row = m_filter.index(0, 0, m_attributes->rootIndex()); row.isValid() && total < height();
         row = m_attributes->indexBelow(row)) {
        int tallest = theme::rowHeight;
        for (const int column : {ChangeTreeModel::BeforeColumn, ChangeTreeModel::AfterColumn})
            tallest = std::max(tallest, m_attributes->sizeHintForIndex(row.siblingAtColumn(column)).height());
        total += tallest;
    }
    return total;
}

/// Expands the changed children of objects and collections, up to a limit.
void ChangePage::unfold(const QModelIndex& parent, int& rowsLeft) {
    for (int i = 0; i < m_filter.rowCount(parent) && rowsLeft > 0; ++i, --rowsLeft) {
        const QModelIndex row = m_filter.index(i, 0, parent);
        const auto type = models::NodeType(row.data(models::NodeTypeRole).toInt());
        if (type != models::NodeType::Attribute) // a summary of folded rows
            m_attributes->setFirstColumnSpanned(i, parent, true);
        if (type != models::NodeType::Attribute || !row.data(models::ChangedRole).toBool())
            continue;
        if (m_filter.canFetchMore(row))
            m_filter.fetchMore(row);
        if (m_filter.rowCount(row) == 0)
            continue;
        m_attributes->expand(row);
        unfold(row, rowsLeft);
    }
}

void ChangePage::showText(const QModelIndex& row) {
    const QModelIndex source = row.isValid() ? m_filter.mapToSource(row.siblingAtColumn(0)) : QModelIndex();
    const auto texts = source.isValid() ? m_model.texts(source) : nullptr;
    if (!texts && m_text->isEmpty())
        return;
    m_text->setTexts(source.data(models::PathRole).toString(), texts);
    if (m_text->isHidden() == bool(texts)) {
        m_text->setVisible(bool(texts));
        arrange();
    }
}

} // namespace planlens::widgets
