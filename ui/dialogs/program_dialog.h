// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QDialog>
#include <QProcess>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace planlens::widgets {

/// A program that a ProgramDialog runs, and the texts of the dialog.
struct ProgramToRun {
    QString program; // a path
    QStringList arguments;
    QString folder;      // the working directory
    QString title;       // of the window
    QString question;    // the title of the dialog until the program runs
    QString explanation; // the effect of the program
    QString run;         // the text of the button
    QString running;     // the title of the dialog while the program runs
};

/// Asks whether a program may run, runs it, and shows its output while it runs. Accepted if the program succeeded.
/// Closing the dialog interrupts the program and waits for it; closing it again kills the program.
class ProgramDialog final : public QDialog {
    Q_OBJECT
public:
    explicit ProgramDialog(const ProgramToRun& toRun, QWidget* parent = nullptr);
    ~ProgramDialog() override;

    void reject() override;

Q_SIGNALS:
    /// The program has printed something.
    void printed();
    /// The program has ended, whether or not it succeeded.
    void ended();

private:
    void run();
    void finish(int exitCode, QProcess::ExitStatus status);

    const QString m_running;
    QProcess m_process;
    bool m_isCancelled = false;
    QLabel* m_title;
    QPlainTextEdit* m_output;
    QPushButton* m_run;
    QPushButton* m_cancel;
};

} // namespace planlens::widgets
