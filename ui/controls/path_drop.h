// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>
#include <QStringList>

#include <functional>

class QWidget;

namespace planlens::widgets {

/// Takes folders and files that are dropped on a widget, and says over it what would be opened, or why that cannot be,
/// while they are dragged there. Anything else is left to the widget.
class PathDrop final : public QObject {
    Q_OBJECT
public:
    /// Nothing is taken while `isBusy` says so.
    PathDrop(QWidget& widget, std::function<bool()> isBusy);

Q_SIGNALS:
    /// Paths of this machine that can be read, at least one.
    void dropped(const QStringList& paths);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    class Note;

    const std::function<bool()> m_isBusy;
    Note* const m_note;
    QStringList m_paths; // of what is dragged
};

} // namespace planlens::widgets
