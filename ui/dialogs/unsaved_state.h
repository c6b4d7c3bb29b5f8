// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QWidget>

#include <functional>

class QFileDialog;
class QLabel;
class QMessageBox;
class QPushButton;

namespace planlens::widgets {

/// Holds a new state that could not be saved to its file or beside it, until the user saves it elsewhere. Hidden if
/// there is none.
class UnsavedState final : public QWidget {
    Q_OBJECT
public:
    explicit UnsavedState(QWidget* parent = nullptr);

    /// Sets the contents of the state file. `folder` is the initial directory of the save dialog.
    void take(const QByteArray& state, const QString& folder);
    /// Whether there is an unsaved state.
    bool isUnsaved() const { return !m_state.isEmpty(); }
    /// Shows a save dialog.
    void save();
    /// Saves it with mode 0600. Returns the error message, or an empty text. After an error it stays unsaved.
    QString saveTo(const QString& file);
    /// Asks what to do with the state before it would be lost. Calls `goOn` when it has been saved or discarded.
    void askBeforeLosing(std::function<void()> goOn);

Q_SIGNALS:
    /// It was saved or discarded.
    void settled();

private:
    void show(const QString& text);

    QByteArray m_state;
    QString m_folder;
    QLabel* m_text;
    QPushButton* m_save;
    QPushButton* m_dismiss;
    QMessageBox* m_question = nullptr; // at most one
    std::function<void()> m_goOn;      // called after saving
};

} // namespace planlens::widgets
