// SPDX-License-Identifier: MPL-2.0
#include "ui/dialogs/init_dialog.h"

#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <csignal>
#include <utility>

namespace planlens::widgets {

InitDialog::InitDialog(const QString& program, const QString& folder, QWidget* parent)
    : QDialog(parent)
    , m_title(new QLabel(tr("Initialize this folder?"), this))
    , m_output(new QPlainTextEdit(this))
    , m_run(new QPushButton(tr("Initialize"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this)) {
    setWindowTitle(tr("Initialize"));
    setMinimumSize(640, 320);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 16);
    column->setSpacing(theme::grid * 2);
    m_title->setFont(theme::titleFont());
    m_title->setObjectName(QStringLiteral("init-title"));
    column->addWidget(m_title);
    auto* text =
        new QLabel(tr("This downloads the modules and providers that the configuration requires, and connects to "
                      "its backend. It does not change the state or real objects."),
                   this);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    column->addWidget(text);
    m_process.setProgram(program);
    m_process.setArguments({QStringLiteral("init"), QStringLiteral("-input=false"), QStringLiteral("-no-color")});
    m_process.setWorkingDirectory(folder);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardInputFile(QProcess::nullDevice());
    auto* command = new QLabel(program + u' ' + m_process.arguments().join(u' '), this);
    command->setObjectName(QStringLiteral("init-command"));
    command->setTextFormat(Qt::PlainText);
    command->setFont(theme::monospaceFont());
    command->setTextInteractionFlags(Qt::TextSelectableByMouse);
    command->setWordWrap(true);
    command->setAccessibleName(tr("Command: %1").arg(command->text()));
    column->addWidget(command);
    m_output->setObjectName(QStringLiteral("init-output"));
    m_output->setAccessibleName(tr("Output"));
    m_output->setReadOnly(true);
    m_output->setFont(theme::monospaceFont());
    m_output->hide();
    column->addWidget(m_output, 1);
    column->addStretch(0);
    auto* buttons = new QDialogButtonBox(this);
    m_run->setObjectName(QStringLiteral("init-run"));
    m_cancel->setObjectName(QStringLiteral("init-cancel"));
    buttons->addButton(m_run, QDialogButtonBox::ActionRole);
    buttons->addButton(m_cancel, QDialogButtonBox::RejectRole);
    m_cancel->setDefault(true);
    column->addWidget(buttons);

    connect(m_run, &QPushButton::clicked, this, &InitDialog::run);
    connect(buttons, &QDialogButtonBox::rejected, this, &InitDialog::reject);
    connect(&m_process, &QProcess::readyRead, this, [this] {
        m_output->moveCursor(QTextCursor::End);
        m_output->insertPlainText(QString::fromUtf8(m_process.readAll()));
        m_output->moveCursor(QTextCursor::End);
    });
    connect(&m_process, &QProcess::finished, this, &InitDialog::finish);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        m_title->setText(tr("%1 cannot be started: %2.").arg(m_process.program(), m_process.errorString()));
        m_run->setEnabled(true);
    });
}

InitDialog::~InitDialog() {
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished(1000);
}

void InitDialog::run() {
    m_title->setText(tr("Initializing…"));
    m_run->setEnabled(false);
    m_output->clear();
    m_output->show();
    resize(width(), 520);
    m_process.start();
}

void InitDialog::finish(int exitCode, QProcess::ExitStatus status) {
    if (m_isCancelled)
        return QDialog::reject();
    if (status == QProcess::NormalExit && exitCode == 0)
        return accept();
    m_title->setText(status == QProcess::CrashExit ? tr("It was ended before it was done.")
                                                   : tr("It failed with exit code %1.").arg(exitCode));
    m_run->setText(tr("Try again"));
    m_run->setEnabled(true);
    m_cancel->setText(tr("Close"));
}

void InitDialog::reject() {
    if (m_process.state() == QProcess::NotRunning)
        return QDialog::reject();
    if (std::exchange(m_isCancelled, true))
        m_process.kill(); // asked for a second time
    else
        ::kill(pid_t(m_process.processId()), SIGINT);
    m_title->setText(tr("Stopping…"));
}

} // namespace planlens::widgets
