// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QDateTime>
#include <QDialog>
#include <QStringList>
#include <QVector>

class QLabel;
class QLineEdit;
class QPushButton;

namespace planlens::session {
struct Result;
}

namespace planlens::widgets {

/// What an approval is about, in texts and counts.
struct Approval {
    struct Destroyed {
        QString address;
        QString objectId; // of the real object; empty where it has none, or a secret one
        bool isReplaced = false;
    };
    QVector<Destroyed> destroyed; // replaced ones included
    int destroy = 0, replace = 0, forget = 0, update = 0, create = 0, import = 0, move = 0;
    QStringList findings; // what is risky, one line each
    bool isRefreshOnly = false;
    QString planHash;
    QDateTime plannedAt, readAt;
    QString workspace;
    quint64 stateSerial = 0;
    QString stateLineage; // empty: there is no state yet
    QString options;      // in force, as on the command line; empty: none
    int changes = 0, reviewed = 0;
};
/// "Destroy 3, replace 2 and apply".
QString approvalAction(const Approval& approval);
/// What applying a result is about; the result has a plan.
Approval approvalOf(const session::Result& result);

/// Asks whether exactly this plan is to be applied. Where anything is destroyed, a word has to be typed. The safe
/// button has the focus, and Return presses it.
class ApproveDialog final : public QDialog {
    Q_OBJECT
public:
    explicit ApproveDialog(const Approval& approval, QWidget* parent = nullptr);

    /// The word that has to be typed; empty: none.
    const QString& word() const { return m_word; }
    /// Why it cannot be approved any more; empty: it can.
    void setObstacle(const QString& text);

private:
    void addFacts();
    void addDestroyed();
    void showAge();
    void updateApply();

    const Approval m_approval;
    QString m_word;
    QLabel* m_age = nullptr;
    QLabel* m_obstacle = nullptr;
    QLineEdit* m_typed = nullptr;
    QPushButton* m_apply = nullptr;
};

} // namespace planlens::widgets
