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

/// A state that an apply could write nowhere, neither to its file nor beside it: the last of it is here, until a person
/// saves it elsewhere. Hidden while there is none.
class UnsavedState final : public QWidget {
    Q_OBJECT
public:
    explicit UnsavedState(QWidget* parent = nullptr);

    /// Takes the text of a state file. The folder is where a person is asked to save it at first.
    void take(const QByteArray& state, const QString& folder);
    /// Whether there is a state that would be lost.
    bool isUnsaved() const { return !m_state.isEmpty(); }
    /// Asks where to save it.
    void save();
    /// Writes it for this user alone. Why not, where it cannot; then it stays unsaved.
    QString saveTo(const QString& file);
    /// Asks what is to become of it, as something wants to end that holds it; calls back where it may be lost or was
    /// saved.
    void askBeforeLosing(std::function<void()> goOn);

Q_SIGNALS:
    /// It is saved, or nobody wants it.
    void settled();

private:
    void show(const QString& text);

    QByteArray m_state;
    QString m_folder;
    QLabel* m_text;
    QPushButton* m_save;
    QPushButton* m_dismiss;
    QMessageBox* m_question = nullptr; // one at a time
    std::function<void()> m_goOn;      // once it is saved
};

} // namespace planlens::widgets
