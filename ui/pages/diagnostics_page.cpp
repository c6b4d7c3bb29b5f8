// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/diagnostics_page.h"

#include "ui/controls/table_look.h"
#include "ui/models/pages.h"
#include "ui/models/roles.h"
#include "ui/models/rows_model.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableView>
#include <QTextBlock>
#include <QTextEdit>
#include <QVBoxLayout>

namespace planlens::widgets {

using models::RowsModel;

DiagnosticsPage::DiagnosticsPage(QWidget* parent)
    : QSplitter(parent)
    , m_rows(new RowsModel({tr("Severity"), tr("Problem"), tr("Place"), tr("Resource instance")}, {2, 3}, this))
    , m_table(makeTable(m_rows, tr("Diagnostics"), {80, 208, 144}, this)) {
    setChildrenCollapsible(false);
    auto* side = new QWidget(this);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    m_text = new QTextEdit(side);
    m_text->setObjectName(QStringLiteral("diagnostic"));
    m_text->setReadOnly(true);
    m_text->setAcceptRichText(false);
    m_text->setAccessibleName(tr("The chosen problem"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setFont(theme::monospaceFont());
    m_text->setPlaceholderText(tr("No errors and no warnings."));
    column->addWidget(m_text, 1);
    auto* fixes = new QHBoxLayout;
    fixes->setContentsMargins(theme::grid, 0, theme::grid, theme::grid);
    const auto add = [&](const char* name, const QString& label, const QString& toolTip) {
        auto* button = new QPushButton(label, side);
        button->setObjectName(QLatin1String(name));
        button->setToolTip(toolTip);
        button->hide();
        fixes->addWidget(button);
        return button;
    };
    m_init =
        add("fix-init", tr("Initialize…"), tr("Runs the init command of the tool in this folder, after a question"));
    m_estimate = add("fix-estimate", tr("Estimate without providers"),
                     tr("Plans with the schemas that the providers had here before"));
    fixes->addStretch(1);
    column->addLayout(fixes);
    setSizes({600, 600});

    connect(m_init, &QPushButton::clicked, this, &DiagnosticsPage::initRequested);
    connect(m_estimate, &QPushButton::clicked, this, &DiagnosticsPage::estimateRequested);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        showDiagnostic(current.isValid() ? current.row() : -1);
        if (const QString address = current.data(models::AddressRole).toString(); !address.isEmpty())
            Q_EMIT addressChosen(address);
    });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const session::DiagnosticText& chosen = m_diagnostics[index.row()];
        if (!chosen.file.isEmpty())
            Q_EMIT placeChosen(chosen.file, chosen.line);
    });
}

void DiagnosticsPage::setDiagnostics(const QVector<session::DiagnosticText>& diagnostics, bool canEstimate) {
    m_diagnostics = diagnostics;
    m_canEstimate = canEstimate;
    m_rows->setRows(models::diagnosticRows(diagnostics));
    showDiagnostic(-1);
    if (!diagnostics.isEmpty()) {
        const QSignalBlocker blocker(this);
        m_table->selectRow(0);
    }
}

void DiagnosticsPage::showDiagnostic(int row) {
    const bool isNotInitialized = row >= 0 && m_diagnostics[row].code == diags::ErrorCode::NotInitialized;
    m_init->setVisible(isNotInitialized);
    m_estimate->setVisible(isNotInitialized && m_canEstimate);
    if (row < 0)
        return m_text->clear();
    const QString& details = m_rows->rows()[row].details;
    const QString& excerpt = m_diagnostics[row].excerpt;
    m_text->setPlainText(details);
    if (excerpt.isEmpty())
        return;
    // Broken code lines would misalign the marks below them.
    QTextBlockFormat whole;
    whole.setNonBreakableLines(true);
    QTextCursor cursor(m_text->document());
    cursor.setPosition(int(details.indexOf(excerpt)));
    cursor.movePosition(QTextCursor::NextBlock, QTextCursor::KeepAnchor, int(excerpt.count(u'\n')) - 1);
    cursor.mergeBlockFormat(whole);
}

} // namespace planlens::widgets
