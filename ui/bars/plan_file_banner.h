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

/// Stands above a finished plan for as long as it is open: which it is, and that it can only be looked at.
class PlanFileBanner final : public QWidget {
    Q_OBJECT
public:
    explicit PlanFileBanner(QWidget* parent = nullptr);
    /// Hides where the result is of a folder.
    void setResult(const session::Result* result);
    QString text() const;
    /// Tells its age anew.
    void showAge();

Q_SIGNALS:
    /// The providers may be started, so that nothing has to be hidden.
    void schemasWanted();

private:
    QStringList m_before, m_after; // what is told before and after that it was made
    QString m_timestamp;           // as the plan has it
    QLabel* m_text;
    QPushButton* m_schemas;
};

} // namespace planlens::widgets
