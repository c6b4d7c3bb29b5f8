// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/state_page.h"

#include "ui/basics/plain_text.h"
#include "ui/basics/secrets.h"
#include "ui/basics/state_snapshot.h"
#include "ui/basics/text.h"
#include "ui/controls/elided_label.h"
#include "ui/models/roles.h"
#include "ui/models/state_tree_model.h"
#include "ui/models/value_tree_model.h"
#include "ui/session/reading/state_reader.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"

#include <QEvent>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTextBrowser>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace planlens::widgets {

using models::StateTreeModel;
using states::OutlineEntry;

namespace {

constexpr int comfortableRows = 200; // limit for expanding everything

/// Elides text at its end.
class BeginningDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideRight;
    }
};

QTreeView* tree(QAbstractItemModel* model, const QString& name, const QString& accessibleName, QWidget* parent) {
    auto* view = new QTreeView(parent);
    view->setObjectName(name);
    view->setAccessibleName(accessibleName);
    view->setModel(model);
    view->setUniformRowHeights(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setIndentation(2 * theme::grid);
    view->setTextElideMode(Qt::ElideMiddle);
    view->header()->setStretchLastSection(true);
    view->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return view;
}

QString code(const QString& text) {
    return QStringLiteral("<code>%1</code>").arg(text.toHtmlEscaped());
}
QString link(const QString& address) {
    return QStringLiteral("<a href=\"#%1\"><code>%2</code></a>")
        .arg(QString::fromLatin1(QUrl::toPercentEncoding(address)), address.toHtmlEscaped());
}

} // namespace

StatePage::StatePage(QWidget* parent)
    : QWidget(parent)
    , m_reader(new session::StateReader(this))
    , m_model(new StateTreeModel(this))
    , m_values(new models::ValueTreeModel(this))
    , m_back(new QPushButton(this))
    , m_again(new QPushButton(tr("Read again"), this))
    , m_facts(new ElidedLabel(this))
    , m_problem(new QLabel(this))
    , m_shown(new QLabel(this))
    , m_filter(new QLineEdit(this))
    , m_empty(new QLabel(this)) {
    setObjectName(QStringLiteral("state"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(makeHead());
    m_problem->setObjectName(QStringLiteral("state-problem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    theme::setTint(*m_problem, theme::Tint::WarningGround);
    m_problem->setContentsMargins(2 * theme::grid, theme::grid / 2, theme::grid, theme::grid / 2);
    m_problem->hide();
    column->addWidget(m_problem);

    auto* body = new QWidget(this);
    m_stack = new QStackedLayout(body);
    column->addWidget(body, 1);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setObjectName(QStringLiteral("state-empty"));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeContents(body));

    connect(m_reader, &session::StateReader::finished, this,
            [this](std::shared_ptr<const session::StateSnapshot> snapshot) {
                setBack(Back::Plan);
                setSnapshot(std::move(snapshot));
                Q_EMIT read();
            });
    connect(m_back, &QPushButton::clicked, this, &StatePage::left);
    connect(m_again, &QPushButton::clicked, this, &StatePage::readAgainRequested);
    connect(m_filter, &QLineEdit::textChanged, this, &StatePage::filter);
    connect(m_filter, &QLineEdit::returnPressed, this, &StatePage::focusTree);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        showCurrent();
        if (const QString address = current.siblingAtColumn(0).data(models::AddressRole).toString(); !address.isEmpty())
            Q_EMIT addressChosen(address);
    });
    connect(m_about, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        select(QUrl::fromPercentEncoding(url.fragment(QUrl::FullyEncoded).toLatin1()));
    });
    setBack(Back::Plan);
    clear();
}

QHBoxLayout* StatePage::makeHead() {
    auto* head = new QHBoxLayout;
    head->setContentsMargins(theme::grid, theme::grid / 2, theme::grid, theme::grid / 2);
    head->setSpacing(theme::grid);
    auto* title = new QLabel(tr("State"), this);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    m_back->setObjectName(QStringLiteral("state-back"));
    m_facts->setObjectName(QStringLiteral("state-facts"));
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_shown->setObjectName(QStringLiteral("state-shown"));
    m_shown->setForegroundRole(QPalette::PlaceholderText);
    m_filter->setObjectName(QStringLiteral("state-filter"));
    m_filter->setPlaceholderText(tr("Filter by address, such as web or *.db[0]"));
    m_filter->setAccessibleName(tr("Filter the state by address"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedWidth(36 * theme::grid);
    m_again->setObjectName(QStringLiteral("state-again"));
    m_again->setToolTip(tr("Reads the state again. Nothing is changed or started."));
    head->addWidget(m_back);
    head->addWidget(title);
    head->addWidget(m_facts, 1);
    head->addWidget(m_shown);
    head->addWidget(m_filter);
    head->addWidget(m_again);
    return head;
}

/// Creates the tree with the details of its current entry.
QWidget* StatePage::makeContents(QWidget* parent) {
    auto* splitter = new QSplitter(parent);
    splitter->setChildrenCollapsible(false);
    m_tree = tree(m_model, QStringLiteral("state-tree"), tr("State contents"), splitter);
    m_tree->setItemDelegateForColumn(StateTreeModel::ProviderColumn, new BeginningDelegate(m_tree));
    auto* detail = new QSplitter(Qt::Vertical, splitter);
    detail->setChildrenCollapsible(false);
    m_about = new QTextBrowser(detail);
    m_about->setObjectName(QStringLiteral("state-about"));
    m_about->setAccessibleName(tr("Details"));
    m_about->setFrameShape(QFrame::NoFrame);
    m_about->setOpenLinks(false);
    m_about->document()->setDocumentMargin(theme::grid * 1.5);
    m_about->document()->setDefaultStyleSheet(
        QStringLiteral("code { font-family: '%1'; } p { margin: 0 0 6px 0; }").arg(theme::monospaceFont().family()));
    m_attributes = tree(m_values, QStringLiteral("state-attributes"), tr("Attributes"), detail);
    m_attributes->setColumnWidth(0, 224);
    detail->setStretchFactor(0, 0);
    detail->setStretchFactor(1, 1);
    detail->setSizes({152, 480});
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({760, 520});
    return splitter;
}

StatePage::~StatePage() = default;

void StatePage::setBack(Back back) {
    m_back->setText(tr("◂ Plan"));
    m_back->setAccessibleName(tr("Back to the plan"));
    m_back->setToolTip(tr("Back to the plan (Ctrl+Shift+S)"));
    m_back->setVisible(back == Back::Plan);
}

void StatePage::readFolder(const session::Request& request, std::shared_ptr<const session::Result> result) {
    m_reader->readFolder(request, std::move(result));
}

void StatePage::readPlan(std::shared_ptr<const session::Result> result) {
    m_reader->readPlan(std::move(result));
}

void StatePage::stopReading() {
    m_reader->forget();
}

void StatePage::clear() {
    stopReading();
    m_snapshot.reset();
    m_model->setSnapshot(nullptr);
    m_problem->hide();
    showFacts();
    showEmpty(tr("No folder is open."));
}

void StatePage::setReading() {
    m_again->setEnabled(false);
    if (!m_snapshot)
        showEmpty(tr("Reading the state…"));
}

void StatePage::showEmpty(const QString& text) {
    m_empty->setText(text);
    m_stack->setCurrentIndex(0);
    m_filter->setEnabled(false);
    m_shown->clear();
}

void StatePage::setSnapshot(std::shared_ptr<const session::StateSnapshot> snapshot) {
    const QString address = m_tree->currentIndex().siblingAtColumn(0).data(models::AddressRole).toString();
    const bool isFirst = !m_snapshot || m_snapshot->source != snapshot->source;
    m_snapshot = std::move(snapshot);
    m_again->setEnabled(true);
    m_model->setSnapshot(m_snapshot);
    QStringList problems;
    for (const session::DiagnosticText& problem : m_snapshot->diagnostics)
        problems.append(problem.detail.isEmpty() ? problem.summary
                                                 : QString(problem.summary % QStringLiteral(": ") % problem.detail));
    m_problem->setText(problems.join(u'\n'));
    m_problem->setVisible(!problems.isEmpty() && m_snapshot->isThere);
    showFacts();
    if (!m_snapshot->isThere) {
        showEmpty(problems.isEmpty()
                      ? tr("There is no state yet because nothing has been applied.\n%1").arg(m_snapshot->source)
                      : problems.join(u'\n'));
        return;
    }
    if (m_snapshot->entries.empty()) {
        showEmpty(tr("The state is empty."));
        return;
    }
    m_stack->setCurrentIndex(1);
    m_filter->setEnabled(true);
    filter();
    if (isFirst)
        fitColumns();
    if (isFirst || !select(address)) {
        QModelIndex first = m_model->index(0, 0);
        while (first.isValid() && !m_model->entryOf(first))
            first = m_model->index(0, 0, first);
        m_tree->setCurrentIndex(first);
    }
    showCurrent();
}

void StatePage::showFacts() {
    QStringList parts;
    if (m_snapshot) {
        parts.append(m_snapshot->source);
        if (m_snapshot->isThere) {
            parts.append(tr("serial %1").arg(m_snapshot->serial));
            parts.append(tr("lineage %1").arg(m_snapshot->lineage.isEmpty() ? tr("none") : m_snapshot->lineage));
            if (!m_snapshot->writtenBy.isEmpty())
                parts.append(tr("written by version %1").arg(m_snapshot->writtenBy));
        }
    }
    m_facts->setText(parts.join(QStringLiteral("  ·  ")));
    m_facts->setToolTip(toolTipText(parts.join(u'\n')));
}

void StatePage::filter() {
    const QString address = m_tree->currentIndex().siblingAtColumn(0).data(models::AddressRole).toString();
    m_model->setQuery(models::AddressQuery(m_filter->text()));
    if (!m_snapshot || m_snapshot->entries.empty())
        return;
    const int shown = m_model->shownCount(), all = m_model->count();
    m_shown->setText(shown == all ? tr("%n in all", nullptr, all) : tr("%1 of %2").arg(shown).arg(all));
    unfoldSome();
    if (!address.isEmpty())
        select(address);
    if (!m_tree->currentIndex().isValid())
        showCurrent();
}

/// Expands the tree if it is small, or the matches of a search.
void StatePage::unfoldSome() {
    if (m_model->shownCount() <= comfortableRows) {
        m_tree->expandAll();
        return;
    }
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (const QModelIndex group = m_model->index(row, 0); m_model->rowCount(group) <= comfortableRows / 4)
            m_tree->expand(group);
}

/// Fits columns to their contents up to a maximum width; the provider gets the rest, but identifiers are not elided
/// beside free space. Size hints of rows only contain the height.
void StatePage::fitColumns() {
    const QModelIndex top = m_model->index(0, 0);
    const auto needed = [&](StateTreeModel::Column column, int most) {
        int wanted = m_tree->header()->sectionSizeHint(column);
        for (QModelIndex row = top; row.isValid() && wanted < most; row = m_tree->indexBelow(row)) {
            int indent = column == StateTreeModel::NameColumn ? m_tree->indentation() : 0;
            for (QModelIndex at = row.parent(); indent > 0 && at.isValid(); at = at.parent())
                indent += m_tree->indentation();
            const QModelIndex cell = row.siblingAtColumn(column);
            const QVariant font = cell.data(Qt::FontRole);
            wanted = std::max(wanted, indent + 2 * theme::grid +
                                          QFontMetrics(font.isValid() ? font.value<QFont>() : m_tree->font())
                                              .horizontalAdvance(cell.data().toString()));
        }
        return std::min(wanted, most);
    };
    const int name = needed(StateTreeModel::NameColumn, 272), status = needed(StateTreeModel::StatusColumn, 120);
    const int left = m_tree->width() - m_tree->verticalScrollBar()->sizeHint().width() - name - status -
                     needed(StateTreeModel::ProviderColumn, 208);
    m_tree->setColumnWidth(StateTreeModel::NameColumn, name);
    m_tree->setColumnWidth(StateTreeModel::StatusColumn, status);
    m_tree->setColumnWidth(StateTreeModel::IdColumn, needed(StateTreeModel::IdColumn, std::clamp(left, 168, 400)));
}

bool StatePage::select(const QString& address) {
    const QModelIndex index = address.isEmpty() ? QModelIndex() : m_model->indexOf(address);
    if (!index.isValid())
        return false;
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
    return true;
}

void StatePage::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void StatePage::focusTree() {
    m_tree->setFocus(Qt::OtherFocusReason);
}

void StatePage::showCurrent() {
    const QModelIndex current = m_tree->currentIndex().siblingAtColumn(0);
    const OutlineEntry* entry = m_model->entryOf(current);
    if (!entry) {
        m_values->clear();
        m_about->setHtml(QStringLiteral("<p style='color:%1'>%2</p>")
                             .arg(theme::surfaces(theme::currentScheme()).dimText.name(),
                                  m_model->shownCount() == 0 ? tr("No object matches this address.")
                                                             : tr("Select an object to see its attributes.")));
        return;
    }
    m_about->setHtml(describe(current));
    if (entry->object)
        m_values->setValue(m_snapshot->valueOf(*entry), m_snapshot->secrets);
    else if (entry->kind == OutlineEntry::Kind::Output)
        m_values->setNamed(qstring(entry->name), m_snapshot->valueOf(*entry), m_snapshot->secrets);
    else
        m_values->clear();
    if (entry->kind == OutlineEntry::Kind::Output)
        m_attributes->expandToDepth(0);
}

QString StatePage::describe(const QModelIndex& index) const {
    const OutlineEntry& entry = *m_model->entryOf(index);
    const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
    QString html = QStringLiteral("<p><b>%1</b></p>").arg(code(qstring(entry.address)));
    const auto warn = [&](const QString& text) {
        html += QStringLiteral("<p style='color:%1'>%2</p>").arg(s.warning.name(), text.toHtmlEscaped());
    };
    if (entry.kind == OutlineEntry::Kind::Check) {
        html += QStringLiteral("<p>%1</p>")
                    .arg(index.siblingAtColumn(StateTreeModel::StatusColumn).data().toString().toHtmlEscaped());
        for (const std::string& message : entry.messages)
            html += QStringLiteral("<p>%1</p>").arg(models::maskedText(message, m_snapshot->secrets).toHtmlEscaped());
        return html;
    }
    if (entry.kind == OutlineEntry::Kind::Output)
        return html + QStringLiteral("<p>%1</p>")
                          .arg(m_snapshot->state->outputs.at(entry.name).sensitive
                                   ? tr("Sensitive output of the root module.")
                                   : tr("Output of the root module."));
    const states::StoredObject& object = *entry.object;
    if (entry.kind == OutlineEntry::Kind::Deposed)
        warn(tr("Deposed object %1: it was replaced and still has to be destroyed.").arg(qstring(entry.deposed)));
    if (object.status == states::ObjectStatus::Tainted)
        warn(tr("Tainted: the next plan replaces it."));
    QStringList facts{tr("Provider %1").arg(code(qstring(entry.provider.provider.forDisplay()))),
                      tr("schema version %1").arg(object.schemaVersion)};
    if (object.createBeforeDestroy)
        facts.append(tr("created before it is destroyed"));
    if (object.skipDestroy)
        facts.append(tr("forgotten instead of destroyed"));
    html += QStringLiteral("<p>%1</p>").arg(facts.join(QStringLiteral(" · ")));
    if (!object.identityJson.empty())
        html += QStringLiteral("<p>%1</p>")
                    .arg(tr("Identity %1").arg(code(models::maskedText(object.identityJson, m_snapshot->secrets))));
    if (!object.dependencies.empty()) {
        QStringList addresses;
        for (const addrs::ConfigResource& dependency : object.dependencies)
            addresses.append(link(qstring(dependency.toString())));
        html += QStringLiteral("<p>%1</p>").arg(tr("Depends on %1").arg(addresses.join(QStringLiteral(", "))));
    }
    return html;
}

void StatePage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_snapshot) {
        showFacts();
        showCurrent();
    }
    QWidget::changeEvent(event);
}

} // namespace planlens::widgets
