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

/// The contents of an approval, as texts and counts.
struct Approval {
    struct Destroyed {
        QString address;
        QString objectId; // of the real object; empty if it has none or it is secret
        bool isReplaced = false;
    };
    QVector<Destroyed> destroyed; // includes replaced objects
    int destroy = 0, replace = 0, forget = 0, update = 0, create = 0, import = 0, move = 0;
    QStringList findings; // one line per finding
    QStringList failedChecks;
    bool isRefreshOnly = false;
    QString planHash;
    QDateTime plannedAt, readAt;
    QString workspace;
    quint64 stateSerial = 0;
    QString stateLineage; // empty: no state yet
    QString options;      // planning options as on the command line; empty: none
    int changes = 0, reviewed = 0;
};
/// "Destroy 3, replace 2 and apply".
QString approvalAction(const Approval& approval);
/// The contents of approving a result; the result must have a plan.
Approval approvalOf(const session::Result& result);

/// Asks for approval of exactly this plan. The safe button has the focus and is the default button. If objects are
/// destroyed, a word must be typed; from then on, Enter applies.
class ApproveDialog final : public QDialog {
    Q_OBJECT
public:
    explicit ApproveDialog(const Approval& approval, QWidget* parent = nullptr);

    /// The word to type; empty: none.
    const QString& word() const { return m_word; }
    /// Sets the reason that prevents approval; empty: none.
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
    QPushButton* m_keep = nullptr;
    QPushButton* m_apply = nullptr;
};

} // namespace planlens::widgets
