// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/drawer/difference_page.h"

#include "core/diff/plan_difference.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/table_look.h"
#include "ui/models/difference_model.h"
#include "ui/models/roles.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace planlens::widgets {

using models::DifferenceModel;

DifferencePage::DifferencePage(QWidget* parent)
    : QWidget(parent)
    , m_model(new DifferenceModel(this)) {
    setObjectName(QStringLiteral("difference"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(theme::grid * 3 / 2, theme::grid / 2, theme::grid, theme::grid / 2);
    m_text = new ElidedLabel(this);
    m_text->setObjectName(QStringLiteral("difference-summary"));
    head->addWidget(m_text, 1);
    m_compare = new QToolButton(this);
    m_compare->setObjectName(QStringLiteral("compare"));
    m_compare->setText(tr("Compare with ▾"));
    m_compare->setAccessibleName(tr("Compare with another plan"));
    m_compare->setToolTip(tr("Select the plan to compare with"));
    m_compare->setProperty("flat", QStringLiteral("menu"));
    m_compare->setPopupMode(QToolButton::InstantPopup);
    head->addWidget(m_compare);
    column->addLayout(head);
    m_note = new QLabel(this);
    m_note->setObjectName(QStringLiteral("difference-note"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(theme::grid * 3 / 2, 0, theme::grid, theme::grid / 2);
    m_note->hide();
    column->addWidget(m_note);

    m_stack = new QStackedLayout;
    m_empty = makeEmptyLabel({}, this);
    m_stack->addWidget(m_empty);
    m_table = makeTable(m_model, tr("Difference between two plans"), {}, this);
    for (const auto& [section, width] :
         {std::pair(DifferenceModel::KindColumn, 160), std::pair(DifferenceModel::BeforeColumn, 112),
          std::pair(DifferenceModel::AfterColumn, 112)})
        m_table->setColumnWidth(section, width);
    fitColumn(*m_table, DifferenceModel::AddressColumn, 280);
    m_stack->addWidget(m_table);
    column->addLayout(m_stack, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (const QString address = current.data(models::AddressRole).toString(); !address.isEmpty())
            Q_EMIT addressChosen(address);
    });
}

void DifferencePage::setMenu(QMenu* menu) {
    m_compare->setMenu(menu);
}

void DifferencePage::setDifference(std::shared_ptr<const diff::PlanDifference> difference, const QString& other,
                                   const QString& note) {
    m_text->setText(tr("Compared with %1:  %2").arg(other, models::differenceSummary(*difference)));
    m_text->setToolTip(m_text->text());
    setNote(note);
    m_model->setDifference(std::move(difference));
    m_empty->setText(tr("Both plans make the same changes."));
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
    Q_EMIT counted(m_model->rowCount());
}

bool DifferencePage::hasDifference() const {
    return !m_text->text().isEmpty();
}

void DifferencePage::setNote(const QString& note) {
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void DifferencePage::setNothing(const QString& text) {
    m_text->clear();
    m_text->setToolTip({});
    setNote({});
    m_model->setDifference(nullptr);
    m_empty->setText(text);
    m_stack->setCurrentIndex(0);
    Q_EMIT counted(0);
}

} // namespace planlens::widgets
