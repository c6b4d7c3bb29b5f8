// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace planlens::widgets {

class ProgramDialog;

/// The dialogs that plan projects of a page, which can be used meanwhile.
class PlanRequests final : public QObject {
    Q_OBJECT
public:
    explicit PlanRequests(QObject* parent);
    /// Shows a dialog. The newest request wins: an earlier program is stopped, and what it has planned stays.
    void start(ProgramDialog& dialog);

Q_SIGNALS:
    /// More projects have been planned. Sent every few seconds while a program runs.
    void progressed();

private:
    QPointer<ProgramDialog> m_last;
    QTimer m_pause;
};

} // namespace planlens::widgets
