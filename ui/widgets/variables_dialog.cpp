// SPDX-License-Identifier: MPL-2.0
#include "ui/widgets/variables_dialog.h"

#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace planlens::widgets {

VariablesDialog::VariablesDialog(const QVector<session::MissingVariable>& missing, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Variables without a value"));
    setMinimumWidth(520);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 16);
    column->setSpacing(theme::grid * 2);
    auto* text = new QLabel(tr("The configuration needs these values before it can be planned. They are kept until the window "
                               "closes; write them to terraform.tfvars to keep them for good."),
                            this);
    text->setWordWrap(true);
    column->addWidget(text);
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto* page = new QWidget(area);
    auto* form = new QFormLayout(page);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (const session::MissingVariable& variable : missing) {
        auto* field = new QLineEdit(page);
        field->setFont(theme::monospaceFont());
        field->setObjectName(QStringLiteral("variable-") + variable.name);
        field->setPlaceholderText(variable.type);
        field->setToolTip(variable.description);
        if (variable.isSensitive)
            field->setEchoMode(QLineEdit::Password);
        auto* label = new QLabel(variable.name, page);
        label->setFont(theme::monospaceFont());
        label->setBuddy(field);
        form->addRow(label, field);
        if (!variable.description.isEmpty()) {
            auto* note = new QLabel(variable.description, page);
            note->setFont(theme::smallFont());
            note->setWordWrap(true);
            form->addRow(QString(), note);
        }
        m_fields.insert(variable.name, field);
    }
    area->setWidget(page);
    column->addWidget(area, 1);
    auto* buttons = new QDialogButtonBox(this);
    buttons->addButton(tr("Plan with these values"), QDialogButtonBox::AcceptRole);
    buttons->addButton(tr("Do not plan"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

QHash<QString, QString> VariablesDialog::values() const {
    QHash<QString, QString> values;
    for (auto it = m_fields.begin(); it != m_fields.end(); ++it)
        values.insert(it.key(), it.value()->text());
    return values;
}

} // namespace planlens::widgets
