// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QDialog>
#include <QStringList>

class QLineEdit;
class QPushButton;

namespace planlens::widgets {

/// What an approval is about, in texts and counts.
struct Approval {
    QStringList destroyed; // addresses of what is destroyed, replaced ones included
    int destroy = 0, replace = 0, forget = 0, update = 0, create = 0, import = 0, move = 0;
    bool isRefreshOnly = false;
    QString planHash;
    QString workspace;
    quint64 stateSerial = 0;
};
/// "Destroy 3, replace 2 and apply".
QString approvalAction(const Approval& approval);

/// Asks whether exactly this plan is to be applied. Where anything is destroyed, a word has to be typed. The safe button
/// has the focus, and Return presses it.
class ApproveDialog final : public QDialog {
    Q_OBJECT
public:
    explicit ApproveDialog(const Approval& approval, QWidget* parent = nullptr);

    /// The word that has to be typed; empty: none.
    const QString& word() const { return m_word; }

private:
    QString m_word;
    QLineEdit* m_typed = nullptr;
    QPushButton* m_apply = nullptr;
};

} // namespace planlens::widgets
