// SPDX-License-Identifier: MPL-2.0
#include "ui/dialogs/unsaved_state.h"

#include "core/system/shell_words.h"
#include "ui/basics/output_file.h"
#include "ui/basics/text.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace planlens::widgets {

namespace {

QString shellWord(const QString& text) {
    return qstring(system::shellWord(text.toStdString()));
}

} // namespace

UnsavedState::UnsavedState(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_save(new QPushButton(tr("Save the state elsewhere…"), this))
    , m_dismiss(new QPushButton(tr("Dismiss"), this)) {
    setObjectName(QStringLiteral("unsaved-state"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(2 * theme::grid, theme::grid, theme::grid, theme::grid);
    row->setSpacing(theme::grid);
    m_text->setObjectName(QStringLiteral("unsaved-state-text"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_save->setObjectName(QStringLiteral("unsaved-state-save"));
    m_dismiss->setObjectName(QStringLiteral("unsaved-state-dismiss"));
    row->addWidget(m_text, 1);
    row->addWidget(m_save);
    row->addWidget(m_dismiss);
    connect(m_save, &QPushButton::clicked, this, &UnsavedState::save);
    connect(m_dismiss, &QPushButton::clicked, this, &QWidget::hide);
    hide();
}

void UnsavedState::show(const QString& text) {
    m_text->setText(text);
    theme::setTint(*this, isUnsaved() ? theme::Tint::WarningGround : theme::Tint::NoticeGround);
    QFont font = m_text->font();
    font.setBold(isUnsaved());
    m_text->setFont(font);
    m_save->setVisible(isUnsaved());
    m_dismiss->setVisible(!isUnsaved());
    setVisible(true);
}

void UnsavedState::take(const QByteArray& state, const QString& folder) {
    m_state = state;
    m_folder = folder;
    show(tr("The new state could not be saved, neither to its file nor to errored.tfstate. It exists only in this "
            "window and is lost when the window closes. Save it to another disk or folder now."));
}

void UnsavedState::save() {
    auto* dialog = new QFileDialog(this, tr("Save the state"), QDir::homePath() + QStringLiteral("/errored.tfstate"),
                                   tr("States (*.tfstate);;All files (*)"));
    dialog->setObjectName(QStringLiteral("unsaved-state-file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) { saveTo(file); });
    connect(dialog, &QDialog::rejected, this, [this] { m_goOn = {}; });
    dialog->open();
}

QString UnsavedState::saveTo(const QString& file) {
    if (const QString why = writeOutputFile(file, m_state, 0600); !why.isEmpty()) {
        show(tr("The state could not be saved to %1 either: %2. It still exists only in this window. Choose another "
                "location.")
                 .arg(QDir::toNativeSeparators(file), why));
        return why;
    }
    m_state.clear();
    const QString command =
        QStringLiteral("tofu %1 state push %2").arg(shellWord(QStringLiteral("-chdir=") + m_folder), shellWord(file));
    show(tr("The state was saved to %1. To restore it, run: %2").arg(QDir::toNativeSeparators(file), command));
    Q_EMIT settled();
    if (const std::function<void()> goOn = std::exchange(m_goOn, {}))
        goOn();
    return {};
}

void UnsavedState::askBeforeLosing(std::function<void()> goOn) {
    if (m_question)
        return;
    m_question = new QMessageBox(QMessageBox::Warning, tr("The state is not saved"),
                                 tr("The result of the last apply is recorded only in this window. If it is lost, "
                                    "created objects remain but are no longer managed."),
                                 QMessageBox::NoButton, this);
    m_question->setObjectName(QStringLiteral("unsaved-state-question"));
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* save = m_question->addButton(tr("Save elsewhere…"), QMessageBox::AcceptRole);
    save->setObjectName(QStringLiteral("save"));
    QPushButton* stay = m_question->addButton(tr("Keep the window open"), QMessageBox::RejectRole);
    stay->setObjectName(QStringLiteral("stay"));
    QPushButton* lose = m_question->addButton(tr("Close and lose the state"), QMessageBox::DestructiveRole);
    lose->setObjectName(QStringLiteral("lose"));
    m_question->setDefaultButton(save);
    m_question->setEscapeButton(stay);
    connect(m_question, &QDialog::finished, this, [this] { m_question = nullptr; });
    connect(save, &QPushButton::clicked, this, [this, goOn] {
        m_goOn = goOn;
        this->save();
    });
    connect(lose, &QPushButton::clicked, this, [this, goOn] {
        m_state.clear();
        hide();
        Q_EMIT settled();
        goOn();
    });
    m_question->open();
}

} // namespace planlens::widgets
