// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/drawer/diagnostics_page.h"

#include "ui/controls/table_look.h"
#include "ui/models/page_rows.h"
#include "ui/models/roles.h"
#include "ui/models/rows_model.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTextBlock>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

namespace planlens::widgets {

using models::RowsModel;

namespace {

constexpr int placeColumn = 2;

/// Draws places as links.
class PlaceDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->font.setUnderline(true);
    }
};

} // namespace

DiagnosticsPage::DiagnosticsPage(QWidget* parent)
    : QSplitter(parent)
    , m_rows(new RowsModel({tr("Severity"), tr("Problem"), tr("Place"), tr("Resource instance")}, {2, 3}, this))
    , m_table(makeTable(m_rows, tr("Diagnostics"), {80}, this)) {
    setChildrenCollapsible(false);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch); // the problem
    m_table->viewport()->installEventFilter(this);
    auto* side = new QWidget(this);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    m_text = new QTextBrowser(side);
    m_text->setObjectName(QStringLiteral("diagnostic"));
    m_text->setOpenLinks(false);
    connect(m_text, &QTextBrowser::anchorClicked, this, &DiagnosticsPage::choosePlace);
    m_text->setAccessibleName(tr("Selected diagnostic"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setFont(theme::monospaceFont());
    m_text->setPlaceholderText(tr("No errors and no warnings."));
    // Above the text, which may be much lower than the page.
    m_fixes = new QHBoxLayout;
    m_fixes->setContentsMargins(theme::grid / 2, theme::grid / 2, theme::grid, 0);
    column->addLayout(m_fixes);
    column->addWidget(m_text, 1);
    m_init = addFix(QuickFix::Initialize, "fix-init", tr("Initialize…"),
                    tr("Shows the command (tofu init), asks, and runs it in this folder"));
    m_estimate = addFix(QuickFix::Estimate, "fix-estimate", tr("Estimate without providers"),
                        tr("Plans with cached provider schemas"));
    m_retry = addFix(QuickFix::Retry, "fix-retry", tr("Try again"), tr("Plans again"));
    m_wait = addFix(QuickFix::WaitForLock, "fix-wait", tr("Wait for the lock"),
                    tr("Plans as soon as the other operation unlocks the state"));
    m_unlock = addFix(QuickFix::ForceUnlock, "fix-unlock", tr("Force-unlock…"),
                      tr("Asks, then removes the lock that another operation left"));
    m_exclude = addFix(QuickFix::Exclude, "fix-exclude", {},
                       tr("Plans again without this object and the objects that depend on it"));
    m_fixes->addStretch(1);
    setSizes({600, 600});
    connect(this, &QSplitter::splitterMoved, this, [this] { m_isMoved = true; });

    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        showDiagnostic(current.isValid() ? current.row() : -1);
        if (const QString address = current.data(models::AddressRole).toString(); !address.isEmpty())
            Q_EMIT addressChosen(address);
    });
    m_table->setItemDelegateForColumn(placeColumn, new PlaceDelegate(m_table));
    connect(m_table, &QTableView::activated, this, &DiagnosticsPage::choosePlace);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == placeColumn)
            choosePlace();
    });
}

/// Requests the place of the selected diagnostic.
void DiagnosticsPage::choosePlace() {
    const int row = m_table->currentIndex().row();
    if (row >= 0 && !m_diagnostics[row].file.isEmpty())
        Q_EMIT placeChosen(m_diagnostics[row].file, m_diagnostics[row].line);
}

QPushButton* DiagnosticsPage::addFix(QuickFix fix, const char* name, const QString& label, const QString& toolTip) {
    auto* button = new QPushButton(label, m_text->parentWidget());
    button->setObjectName(QLatin1String(name));
    button->setToolTip(toolTip);
    button->hide();
    m_fixes->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, fix] {
        if (const int row = m_table->currentIndex().row(); row >= 0)
            Q_EMIT fixRequested(fix, m_diagnostics[row]);
    });
    return button;
}

/// Problems get the width that they need, up to two thirds of the table. Places and addresses share the rest.
void DiagnosticsPage::fitColumns() {
    const auto wanted = [this](int column) {
        constexpr int mostRows = 200;
        int width = m_table->isColumnHidden(column) ? 0 : m_table->horizontalHeader()->sectionSizeHint(column);
        for (int row = 0; width > 0 && row < std::min(m_rows->rowCount(), mostRows); ++row)
            width = std::max(width, m_table->sizeHintForIndex(m_rows->index(row, column)).width() + 1);
        return width;
    };
    const int room = m_table->viewport()->width() - m_table->columnWidth(0);
    const int rest = room - std::min(wanted(1), room * 2 / 3), places = wanted(2), addresses = wanted(3);
    const int both = std::max(1, places + addresses);
    m_table->setColumnWidth(2, std::min(places, rest * places / both));
    m_table->setColumnWidth(3, std::min(addresses, rest * addresses / both));
}

void DiagnosticsPage::resizeEvent(QResizeEvent* event) {
    QSplitter::resizeEvent(event);
    shareWidth();
}

void DiagnosticsPage::shareWidth() {
    constexpr int leastTable = 360;
    if (m_isMoved)
        return;
    const int whole = width() - handleWidth();
    const int needed = m_longestLine + int(2 * m_text->document()->documentMargin()) +
                       m_text->verticalScrollBar()->sizeHint().width() + theme::grid;
    const int text = std::max(whole / 2, std::min(needed, whole - leastTable));
    setSizes({whole - text, text});
}

bool DiagnosticsPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QSplitter::eventFilter(watched, event);
}

void DiagnosticsPage::setDiagnostics(const QVector<session::DiagnosticText>& diagnostics, bool canEstimate) {
    m_diagnostics = diagnostics;
    std::ranges::stable_partition(m_diagnostics, &session::DiagnosticText::isError); // the first one is selected
    m_canEstimate = canEstimate;
    const auto isUsed = [&](const QString session::DiagnosticText::*part) {
        return std::ranges::any_of(m_diagnostics,
                                   [&](const session::DiagnosticText& text) { return !(text.*part).isEmpty(); });
    };
    m_table->setColumnHidden(2, !isUsed(&session::DiagnosticText::location));
    m_table->setColumnHidden(3, !isUsed(&session::DiagnosticText::address));
    m_rows->setRows(models::diagnosticRows(m_diagnostics));
    m_longestLine = 0;
    const QFontMetrics metrics(theme::monospaceFont());
    for (const session::DiagnosticText& text : std::as_const(m_diagnostics))
        for (const QStringView line : QStringView(text.excerpt).split(u'\n'))
            m_longestLine = std::max(m_longestLine, metrics.horizontalAdvance(line.toString()));
    shareWidth();
    fitColumns();
    showDiagnostic(-1);
    if (!diagnostics.isEmpty()) {
        const QSignalBlocker blocker(this);
        m_table->selectRow(0);
    }
}

void DiagnosticsPage::showFixes(const session::DiagnosticText& diagnostic) {
    const bool isNotInitialized = diagnostic.code == diags::ErrorCode::NotInitialized;
    m_init->setVisible(isNotInitialized);
    m_estimate->setVisible(isNotInitialized && m_canEstimate);
    const bool isLocked = diagnostic.code == diags::ErrorCode::StateLocked;
    m_retry->setVisible(isLocked);
    m_wait->setVisible(isLocked);
    m_unlock->setVisible(isLocked && !diagnostic.codeSubject.isEmpty());
    m_exclude->setVisible(diagnostic.isError && !diagnostic.address.isEmpty());
    m_exclude->setAccessibleName(tr("Exclude %1").arg(diagnostic.address));
    constexpr int mostCharacters = 48; // the address is whole in the text below
    m_exclude->setText(m_exclude->fontMetrics().elidedText(
        m_exclude->accessibleName(), Qt::ElideMiddle, mostCharacters * m_exclude->fontMetrics().averageCharWidth()));
}

void DiagnosticsPage::showDiagnostic(int row) {
    showFixes(row < 0 ? session::DiagnosticText() : m_diagnostics[row]);
    if (row < 0)
        return m_text->clear();
    const QString& details = m_rows->rows()[row].details;
    const QString& excerpt = m_diagnostics[row].excerpt;
    m_text->setPlainText(details);
    if (const session::DiagnosticText& shown = m_diagnostics[row]; !shown.location.isEmpty() && !shown.file.isEmpty()) {
        QTextCharFormat link;
        link.setAnchor(true);
        link.setAnchorHref(QStringLiteral("edit:"));
        link.setFontUnderline(true);
        QTextCursor place(m_text->document());
        place.setPosition(int(details.indexOf(shown.location)));
        place.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, int(shown.location.size()));
        place.mergeCharFormat(link);
    }
    if (excerpt.isEmpty())
        return;
    // Wrapped code lines would misalign the marks below them.
    QTextBlockFormat whole;
    whole.setNonBreakableLines(true);
    QTextCursor cursor(m_text->document());
    cursor.setPosition(int(details.indexOf(excerpt)));
    cursor.movePosition(QTextCursor::NextBlock, QTextCursor::KeepAnchor, int(excerpt.count(u'\n')) - 1);
    cursor.mergeBlockFormat(whole);
}

} // namespace planlens::widgets
