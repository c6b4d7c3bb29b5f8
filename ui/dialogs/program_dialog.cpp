// SPDX-License-Identifier: MPL-2.0
#include "ui/dialogs/program_dialog.h"

#include "core/system/shell_words.h"
#include "ui/basics/text.h"
#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <csignal>
#include <utility>

namespace planlens::widgets {

namespace {

constexpr int longestCommand = 600; // displayed characters

/// Returns the command in shell syntax, shortened if it is long.
QString commandLine(const ProgramToRun& toRun) {
    std::string text = system::shellWord(toRun.program.toStdString());
    for (const QString& argument : toRun.arguments)
        text += ' ' + system::shellWord(argument.toStdString());
    const QString command = qstring(text);
    return command.size() <= longestCommand ? command : command.left(longestCommand) + u'…';
}

} // namespace

ProgramDialog::ProgramDialog(const ProgramToRun& toRun, QWidget* parent)
    : QDialog(parent)
    , m_running(toRun.running)
    , m_title(new QLabel(toRun.question, this))
    , m_output(new QPlainTextEdit(this))
    , m_run(new QPushButton(toRun.run, this))
    , m_cancel(new QPushButton(tr("Cancel"), this)) {
    setWindowTitle(toRun.title);
    setMinimumSize(640, 320);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 16);
    column->setSpacing(theme::grid * 2);
    m_title->setFont(theme::titleFont());
    m_title->setObjectName(QStringLiteral("program-title"));
    column->addWidget(m_title);
    auto* text = new QLabel(toRun.explanation, this);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    column->addWidget(text);
    m_process.setProgram(toRun.program);
    m_process.setArguments(toRun.arguments);
    m_process.setWorkingDirectory(toRun.folder);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardInputFile(QProcess::nullDevice());
    auto* command = new QLabel(commandLine(toRun), this);
    command->setObjectName(QStringLiteral("program-command"));
    command->setTextFormat(Qt::PlainText);
    command->setFont(theme::monospaceFont());
    command->setTextInteractionFlags(Qt::TextSelectableByMouse);
    command->setWordWrap(true);
    command->setAccessibleName(tr("Command: %1").arg(command->text()));
    column->addWidget(command);
    m_output->setObjectName(QStringLiteral("program-output"));
    m_output->setAccessibleName(tr("Output"));
    m_output->setReadOnly(true);
    m_output->setFont(theme::monospaceFont());
    m_output->hide();
    column->addWidget(m_output, 1);
    column->addStretch(0);
    auto* buttons = new QDialogButtonBox(this);
    m_run->setObjectName(QStringLiteral("program-run"));
    m_cancel->setObjectName(QStringLiteral("program-cancel"));
    buttons->addButton(m_run, QDialogButtonBox::ActionRole);
    buttons->addButton(m_cancel, QDialogButtonBox::RejectRole);
    m_cancel->setDefault(true);
    column->addWidget(buttons);

    connect(m_run, &QPushButton::clicked, this, &ProgramDialog::run);
    connect(buttons, &QDialogButtonBox::rejected, this, &ProgramDialog::reject);
    connect(&m_process, &QProcess::readyRead, this, [this] {
        m_output->moveCursor(QTextCursor::End);
        m_output->insertPlainText(QString::fromUtf8(m_process.readAll()));
        m_output->moveCursor(QTextCursor::End);
        Q_EMIT printed();
    });
    connect(&m_process, &QProcess::finished, this, &ProgramDialog::finish);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        m_title->setText(tr("%1 cannot be started: %2.").arg(m_process.program(), m_process.errorString()));
        m_run->setEnabled(true);
    });
}

ProgramDialog::~ProgramDialog() {
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    ::kill(pid_t(m_process.processId()), SIGINT);
    if (m_process.waitForFinished(5000))
        return;
    m_process.kill();
    m_process.waitForFinished(1000);
}

void ProgramDialog::run() {
    m_title->setText(m_running);
    m_run->setEnabled(false);
    m_output->clear();
    m_output->show();
    resize(width(), 520);
    m_process.start();
}

void ProgramDialog::finish(int exitCode, QProcess::ExitStatus status) {
    Q_EMIT ended();
    if (m_isCancelled)
        return QDialog::reject();
    if (status == QProcess::NormalExit && exitCode == 0)
        return accept();
    m_title->setText(status == QProcess::CrashExit ? tr("It was stopped before it finished.")
                                                   : tr("It failed with exit code %1.").arg(exitCode));
    m_run->setText(tr("Try again"));
    m_run->setEnabled(true);
    m_cancel->setText(tr("Close"));
}

void ProgramDialog::reject() {
    if (m_process.state() == QProcess::NotRunning)
        return QDialog::reject();
    if (std::exchange(m_isCancelled, true))
        m_process.kill(); // requested for the second time
    else
        ::kill(pid_t(m_process.processId()), SIGINT);
    m_title->setText(tr("Stopping…"));
}

} // namespace planlens::widgets
