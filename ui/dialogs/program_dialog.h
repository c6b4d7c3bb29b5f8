// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QDialog>
#include <QProcess>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace planlens::widgets {

/// Asks whether a tool may initialize a folder, runs it, and shows its output while it runs. Accepted if the tool
/// succeeded. Closing the dialog interrupts the tool and waits for it; closing it again kills the tool.
class InitDialog final : public QDialog {
    Q_OBJECT
public:
    /// `program` is the path of tofu or terraform.
    InitDialog(const QString& program, const QString& folder, QWidget* parent = nullptr);
    ~InitDialog() override;

    void reject() override;

private:
    void run();
    void finish(int exitCode, QProcess::ExitStatus status);

    QProcess m_process;
    bool m_isCancelled = false;
    QLabel* m_title;
    QPlainTextEdit* m_output;
    QPushButton* m_run;
    QPushButton* m_cancel;
};

} // namespace planlens::widgets
