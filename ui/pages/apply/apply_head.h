// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;

namespace planlens::widgets {

class ApplyBar;
class ElidedLabel;

/// The headline of an apply: how far it is, what runs now and what failed first; after its end, the result and what to
/// do next.
class ApplyHead final : public QWidget {
    Q_OBJECT
public:
    /// Takes the buttons as children.
    ApplyHead(const QList<QPushButton*>& buttons, QWidget* parent);

    struct Progress {
        int ended = 0, failed = 0, known = 0; // ended ones include failed ones
        QStringList facts;                    // times
        QStringList running;                  // with their durations
        QString firstFailure;                 // an address
        bool isStopping = false;
    };
    void showProgress(const Progress& progress);

    enum class Outcome { Complete, Stopped, Failed };
    struct Result {
        Outcome outcome = Outcome::Complete;
        QString sentence, facts, next;
    };
    void showResult(const Result& result);

private:
    QLabel* m_text;
    ApplyBar* m_bar;
    QLabel* m_facts;
    ElidedLabel* m_failure;
    ElidedLabel* m_now; // the running operations, then the next step
};

} // namespace planlens::widgets
