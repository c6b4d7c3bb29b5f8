// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>
#include <QStringList>

#include <functional>

class QWidget;

namespace planlens::widgets {

/// Accepts folders and files dropped on a widget. During the drag an overlay shows what would be opened, or why that is
/// impossible. Other drags are left to the widget.
class PathDrop final : public QObject {
    Q_OBJECT
public:
    /// Accepts nothing while `isBusy` returns true.
    PathDrop(QWidget& widget, std::function<bool()> isBusy);

Q_SIGNALS:
    /// `paths` are readable local paths, at least one.
    void dropped(const QStringList& paths);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    class Note;

    const std::function<bool()> m_isBusy;
    Note* const m_note;
    QStringList m_paths; // being dragged
};

} // namespace planlens::widgets
