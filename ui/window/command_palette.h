// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QDialog>
#include <QVector>

#include <functional>

class QLineEdit;
class QListWidget;

namespace planlens::widgets {

/// A command that can be run by name.
struct Command {
    QString text;
    QString hint; // its shortcut, or its kind
    std::function<void()> run;
};
/// Returns the currently available actions, buttons and tabs of a window, the most used first.
QVector<Command> commandsOf(QWidget& window);

/// Finds a command by letters of its name and runs it.
class CommandPalette final : public QDialog {
    Q_OBJECT
public:
    CommandPalette(QVector<Command> commands, QWidget* parent);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void showFitting();
    void runCurrent();

    const QVector<Command> m_commands;
    QVector<int> m_fitting; // by row of the list
    QLineEdit* m_typed;
    QListWidget* m_list;
};

} // namespace planlens::widgets
