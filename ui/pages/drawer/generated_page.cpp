// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/drawer/generated_page.h"

#include "core/plans/plan.h"
#include "core/report/generated_config.h"
#include "ui/basics/output_file.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/controls/elided_label.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace planlens::widgets {

GeneratedPage::GeneratedPage(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel(this))
    , m_text(new QPlainTextEdit(this))
    , m_copy(new QPushButton(tr("Copy"), this))
    , m_save(new QPushButton(tr("Save all…"), this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(theme::grid * 3 / 2, theme::grid / 2, theme::grid, theme::grid / 2);
    head->setSpacing(theme::grid);
    head->addWidget(m_title, 1);
    head->addWidget(m_copy);
    head->addWidget(m_save);
    column->addLayout(head);
    m_text->setObjectName(QStringLiteral("generated-text"));
    m_text->setAccessibleName(tr("Generated configuration"));
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setFont(theme::monospaceFont());
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->document()->setDocumentMargin(theme::grid * 1.5);
    m_text->setPlaceholderText(tr("No configuration was generated: all imported objects are configured."));
    column->addWidget(m_text, 1);
    m_copy->setObjectName(QStringLiteral("generated-copy"));
    m_copy->setAccessibleName(tr("Copy the shown configuration"));
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(text());
        Q_EMIT messageShown(tr("Copied."));
    });
    m_save->setObjectName(QStringLiteral("generated-save"));
    m_save->setAccessibleName(tr("Save all generated configuration into a file"));
    connect(m_save, &QPushButton::clicked, this, &GeneratedPage::chooseFile);
    setPlan(nullptr, {});
}

QString GeneratedPage::text() const {
    return m_text->toPlainText();
}

void GeneratedPage::setPlan(std::shared_ptr<const plans::Plan> plan, masking::Secrets secrets) {
    m_plan = std::move(plan);
    m_secrets = std::move(secrets);
    m_count = 0;
    m_all.clear();
    if (m_plan) {
        for (const plans::ResourceInstanceChangePtr& change : m_plan->changes.resources())
            m_count += !change->change.generatedConfig.empty();
        if (m_count > 0)
            m_all = models::maskedText(report::generatedConfigText(m_plan->changes), m_secrets);
    }
    m_copy->setEnabled(m_count > 0);
    m_save->setEnabled(m_count > 0);
    showText();
}

void GeneratedPage::select(const QString& address) {
    m_selected = address;
    showText();
}

void GeneratedPage::showText() {
    if (m_count == 0) {
        m_title->clear();
        m_text->clear();
        return;
    }
    const auto instance = addrs::readAbsResourceInstance(m_selected.toStdString());
    const plans::ResourceInstanceChange* change = instance ? m_plan->changes.resource(*instance) : nullptr;
    const bool isOne = change && !change->change.generatedConfig.empty();
    m_title->setText(
        isOne ? tr("For %1. It is not in the configuration yet; save it there before you apply.").arg(m_selected)
              : tr("For %n imported object(s). It is not in the configuration yet; save it there before you apply.",
                   nullptr, m_count));
    m_title->setToolTip(m_title->text());
    m_text->setPlainText(isOne ? QString(models::maskedText(change->change.generatedConfig, m_secrets) % u'\n')
                               : m_all);
}

void GeneratedPage::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Save the generated configuration"),
                                   QDir(m_folder).filePath(QString::fromLatin1(report::generatedConfigFile)),
                                   tr("Configuration (*.tf);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // saveTo() asks for confirmation
    connect(dialog, &QFileDialog::fileSelected, this, &GeneratedPage::saveTo);
    dialog->open();
}

void GeneratedPage::saveTo(const QString& path) {
    if (!QFile::exists(path))
        return write(path, Existing::Kept);
    auto* question =
        new QMessageBox(QMessageBox::Warning, tr("Replace the file?"),
                        tr("%1 already exists. Its contents will be lost.").arg(QDir::toNativeSeparators(path)),
                        QMessageBox::Cancel, this);
    question->setObjectName(QStringLiteral("replace-file"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    const auto* replace = question->addButton(tr("Replace file"), QMessageBox::DestructiveRole);
    question->setDefaultButton(QMessageBox::Cancel);
    connect(question, &QMessageBox::buttonClicked, this, [this, path, replace](const QAbstractButton* button) {
        if (button == replace)
            write(path, Existing::Replaced);
    });
    question->open();
}

void GeneratedPage::write(const QString& path, Existing existing) {
    const QByteArray bytes = m_all.toUtf8();
    QString why;
    if (existing == Existing::Replaced) {
        why = writeOutputFile(path, bytes);
    } else {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) || file.write(bytes) != bytes.size() || !file.flush())
            why = file.errorString();
    }
    if (why.isEmpty())
        Q_EMIT messageShown(tr("Saved to %1. Plan again to use it.").arg(QDir::toNativeSeparators(path)));
    else
        Q_EMIT messageShown(tr("%1 cannot be written: %2").arg(QDir::toNativeSeparators(path), why));
}

} // namespace planlens::widgets
