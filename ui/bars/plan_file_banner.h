// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;

namespace planlens::session {
struct Result;
}

namespace planlens::widgets {

/// Shown above a plan from a file: its origin, and whether it can only be reviewed.
class PlanFileBanner final : public QWidget {
    Q_OBJECT
public:
    explicit PlanFileBanner(QWidget* parent = nullptr);
    /// Shows the banner for a finished plan; hides it for the result of a folder.
    void setResult(const session::Result* result);
    QString text() const;
    /// Updates the displayed age.
    void showAge();

Q_SIGNALS:
    /// The user wants to trust the folder: for the schemas of its providers, so that values need not be hidden, or to
    /// apply the plan.
    void trustRequested();

private:
    QStringList m_before, m_after; // texts before and after the creation time
    QString m_timestamp;           // from the plan
    QLabel* m_text;
    QPushButton* m_trust;
};

} // namespace planlens::widgets
