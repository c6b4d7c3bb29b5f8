// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QVector>
#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;

namespace planlens::widgets {

class ProgramTable;
class StartPage;

/// Shown in place of a plan: why there is none, and what to do next. While nothing is open, it has the start page.
class MessagePage final : public QWidget {
    Q_OBJECT
public:
    explicit MessagePage(QWidget* parent = nullptr);

    struct Message {
        QString title, text;
        QString label;                // of the button
        std::function<void()> action; // empty: no button
        QVector<session::Program> programs = {};
    };
    void setMessage(Message message);
    enum class Offer { Start, State, Nothing };
    /// Sets the offer below the message: opening a folder or plan, or showing the state of the folder.
    void setOffer(Offer offer);
    StartPage& start() const { return *m_start; }
    /// Focuses the button of the message, if it has one.
    void focusAction();

Q_SIGNALS:
    void stateRequested();

protected:
    /// Return presses the button with the focus, as in dialogs.
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::function<void()> m_action;
    QLabel* m_title;
    QLabel* m_text;
    ProgramTable* m_programs;
    QPushButton* m_button;
    QPushButton* m_state;
    StartPage* m_start;
};

} // namespace planlens::widgets
