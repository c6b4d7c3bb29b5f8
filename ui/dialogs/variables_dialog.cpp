// SPDX-License-Identifier: MPL-2.0
#include "ui/dialogs/variables_dialog.h"

#include "ui/theme/theme.h"
#include "ui/theme/tint.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace planlens::widgets {

using session::AskedVariable;

namespace {

constexpr int linesOfExpression = 3;
constexpr int noteWidth = 380;

QLabel* note(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setFont(theme::smallFont());
    label->setWordWrap(true);
    label->setMinimumWidth(noteWidth); // otherwise space is reserved for the wrapped lines of a narrow label
    return label;
}

} // namespace

VariablesDialog::VariablesDialog(const QVector<AskedVariable>& variables, QWidget* parent, Purpose purpose)
    : QDialog(parent) {
    setWindowTitle(tr("Variables"));
    setMinimumWidth(560);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 16);
    column->setSpacing(theme::grid * 2);
    auto* text = new QLabel(purpose == Purpose::TryOthers
                                ? tr("Plan with other values. Entered values override files and defaults until you "
                                     "undo them (Ctrl+Z) or open another folder.")
                                : tr("The configuration needs these values. They are kept until you open another "
                                     "folder; write them to terraform.tfvars to keep them permanently."),
                            this);
    text->setWordWrap(true);
    column->addWidget(text);
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto* page = new QWidget(area);
    auto* pageColumn = new QVBoxLayout(page);
    pageColumn->setContentsMargins(0, 0, theme::grid, 0);
    auto* form = new QFormLayout;
    pageColumn->addLayout(form);
    pageColumn->addStretch(1);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setHorizontalSpacing(theme::grid * 2);
    form->setVerticalSpacing(theme::grid / 2);
    for (const AskedVariable& variable : variables)
        addField(*form, variable, page);
    area->setWidget(page);
    area->setMinimumHeight(std::min(page->sizeHint().height(), 400));
    column->addWidget(area, 1);
    auto* buttons = new QDialogButtonBox(this);
    QPushButton* plan = buttons->addButton(tr("Plan with these values"), QDialogButtonBox::AcceptRole);
    plan->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    const auto wrong = std::find_if(m_fields.begin(), m_fields.end(),
                                    [](const Field& field) { return !field.variable.error.isEmpty(); });
    if (!m_fields.empty())
        (wrong == m_fields.end() ? m_fields.front() : *wrong).editor->setFocus();
}

QWidget* VariablesDialog::makeEditor(const AskedVariable& variable, QWidget* parent) {
    if (variable.kind == AskedVariable::Kind::Bool && !variable.isSensitive) {
        auto* box = new QComboBox(parent);
        box->addItems({QStringLiteral("true"), QStringLiteral("false")});
        box->setPlaceholderText(tr("true or false"));
        box->setCurrentIndex(box->findText(variable.value));
        return box;
    }
    if (variable.kind == AskedVariable::Kind::Expression && !variable.isSensitive) {
        auto* edit = new QPlainTextEdit(variable.value, parent);
        edit->setPlaceholderText(tr("as in a .tfvars file"));
        edit->setTabChangesFocus(true);
        edit->setFixedHeight(linesOfExpression * QFontMetrics(theme::monospaceFont()).lineSpacing() + 2 * theme::grid);
        return edit;
    }
    auto* line = new QLineEdit(variable.value, parent);
    if (variable.isSensitive)
        line->setEchoMode(QLineEdit::Password);
    return line;
}

void VariablesDialog::addField(QFormLayout& form, const AskedVariable& variable, QWidget* page) {
    Field field{variable, makeEditor(variable, page), note({}, page)};
    theme::setTint(*field.error, theme::Tint::ErrorText);
    field.editor->setFont(theme::monospaceFont());
    field.editor->setObjectName(QStringLiteral("variable-") + variable.name);
    field.editor->setAccessibleName(variable.name);
    field.editor->setAccessibleDescription(variable.description);
    field.error->setObjectName(QStringLiteral("error-") + variable.name);
    auto* label = new QLabel(variable.name, page);
    label->setTextFormat(Qt::PlainText);
    label->setFont(theme::monospaceFont());
    label->setBuddy(field.editor);
    if (form.rowCount() > 0)
        form.addItem(new QSpacerItem(0, theme::grid));
    form.addRow(label, field.editor);
    QStringList facts;
    if (!variable.description.isEmpty())
        facts.append(variable.description);
    if (!variable.type.isEmpty())
        facts.append(variable.kind == AskedVariable::Kind::Expression
                         ? tr("Type: %1, in HCL syntax.").arg(variable.type)
                         : tr("Type: %1.").arg(variable.type));
    if (variable.isSensitive)
        facts.append(variable.hasValue ? tr("Sensitive: the value is hidden. Leave empty to keep it.")
                                       : tr("Sensitive: the value is hidden."));
    if (!facts.isEmpty()) {
        QLabel* about = note(facts.join(u'\n'), page);
        about->setForegroundRole(QPalette::PlaceholderText);
        form.addRow(QString(), about);
    }
    form.addRow(QString(), field.error);
    field.initial = valueOf(field);
    m_fields.push_back(field);
    showError(field, variable.error);
}

QString VariablesDialog::valueOf(const Field& field) {
    if (const auto* box = qobject_cast<QComboBox*>(field.editor))
        return box->currentText();
    if (const auto* edit = qobject_cast<QPlainTextEdit*>(field.editor))
        return edit->toPlainText();
    return qobject_cast<QLineEdit*>(field.editor)->text();
}

/// Reports errors that can be detected immediately; others are found by planning.
QString VariablesDialog::problemOf(const Field& field) {
    const QString value = valueOf(field).trimmed();
    if (field.variable.hasValue && valueOf(field) == field.initial)
        return {};
    switch (field.variable.kind) {
    case AskedVariable::Kind::Text:
        return {};
    case AskedVariable::Kind::Bool:
        return value == QStringLiteral("true") || value == QStringLiteral("false") ? QString()
                                                                                   : tr("Choose true or false.");
    case AskedVariable::Kind::Number: {
        bool isNumber = false;
        value.toDouble(&isNumber);
        return isNumber ? QString() : tr("Enter a number, such as 3 or 0.5.");
    }
    case AskedVariable::Kind::Expression:
        return value.isEmpty() ? tr("Enter a value, for example [\"a\", \"b\"] or { key = \"value\" }.") : QString();
    }
    return {};
}

void VariablesDialog::showError(const Field& field, const QString& text) {
    field.error->setText(text.isEmpty() ? QString() : QString(QStringLiteral("✗ ") % text));
    field.error->setVisible(!text.isEmpty());
}

void VariablesDialog::accept() {
    QWidget* wrong = nullptr;
    for (const Field& field : m_fields) {
        const QString problem = problemOf(field);
        showError(field, problem);
        if (!problem.isEmpty() && !wrong)
            wrong = field.editor;
    }
    if (wrong)
        wrong->setFocus();
    else
        QDialog::accept();
}

QHash<QString, QString> VariablesDialog::values() const {
    QHash<QString, QString> values;
    for (const Field& field : m_fields)
        values.insert(field.variable.name,
                      field.variable.kind == AskedVariable::Kind::Text ? valueOf(field) : valueOf(field).trimmed());
    return values;
}

QHash<QString, QString> VariablesDialog::changedValues() const {
    QHash<QString, QString> changed = values();
    for (const Field& field : m_fields)
        if (valueOf(field) == field.initial)
            changed.remove(field.variable.name);
    return changed;
}

} // namespace planlens::widgets
