// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/path_drop.h"

#include "ui/theme/theme.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QPainter>
#include <QUrl>
#include <QWidget>

#include <utility>

namespace planlens::widgets {

namespace {

/// A dragged set of paths, and whether it can be opened.
struct Dragged {
    QStringList paths;
    QString refused; // the first path that cannot be opened, and why
};

Dragged draggedBy(const QMimeData& data) {
    Dragged dragged;
    for (const QUrl& url : data.urls()) {
        const QFileInfo file(url.toLocalFile());
        if (url.isLocalFile() && file.isReadable() && (file.isFile() || file.isDir()))
            dragged.paths.append(url.toLocalFile());
        else if (dragged.refused.isEmpty())
            dragged.refused =
                url.isLocalFile()
                    ? PathDrop::tr("%1 cannot be opened: it is not a readable file or folder").arg(file.fileName())
                    : PathDrop::tr("%1 cannot be opened: it is not on this machine").arg(url.toDisplayString());
    }
    return dragged;
}

} // namespace

/// An overlay during a drag.
class PathDrop::Note final : public QWidget {
public:
    explicit Note(QWidget& under)
        : QWidget(&under) {
        setObjectName(QStringLiteral("drop-note"));
        hide();
    }
    void tell(const QString& text) {
        setAccessibleName(text);
        setGeometry(parentWidget()->rect());
        raise();
        show();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        QColor shade = s.base;
        shade.setAlphaF(0.85F);
        painter.fillRect(rect(), shade);
        painter.setFont(theme::titleFont());
        constexpr int margin = 2 * theme::grid;
        const QRect room = rect().adjusted(2 * margin, 2 * margin, -2 * margin, -2 * margin);
        const QRect words = painter.boundingRect(room, int(Qt::AlignCenter) | Qt::TextWrapAnywhere | Qt::TextWordWrap,
                                                 accessibleName());
        painter.setPen(QPen(s.accent, 2, Qt::DashLine));
        painter.setBrush(s.raised);
        painter.drawRoundedRect(words.adjusted(-margin, -margin, margin, margin), theme::grid, theme::grid);
        painter.setPen(s.text);
        painter.drawText(words, int(Qt::AlignCenter) | Qt::TextWrapAnywhere | Qt::TextWordWrap, accessibleName());
    }
};

PathDrop::PathDrop(QWidget& widget, std::function<bool()> isBusy)
    : QObject(&widget)
    , m_isBusy(std::move(isBusy))
    , m_note(new Note(widget)) {
    widget.setAcceptDrops(true);
    widget.installEventFilter(this);
}

bool PathDrop::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::DragLeave)
        m_note->hide();
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::DragMove && event->type() != QEvent::Drop)
        return QObject::eventFilter(object, event);
    auto* drop = static_cast<QDropEvent*>(event);
    if (!drop->mimeData()->hasUrls())
        return QObject::eventFilter(object, event);
    QString refused;
    if (event->type() != QEvent::DragMove) { // read the disk once, not for every move
        Dragged dragged = draggedBy(*drop->mimeData());
        m_paths = std::move(dragged.paths);
        refused = std::move(dragged.refused);
    }
    const bool isTaken = !m_paths.isEmpty() && !m_isBusy();
    // A link action shows the drag source that nothing is moved or copied.
    if (isTaken && drop->possibleActions().testFlag(Qt::LinkAction))
        drop->setDropAction(Qt::LinkAction);
    // Rejected drags may enter too, so that the reason can be shown.
    drop->setAccepted(isTaken || event->type() == QEvent::DragEnter);
    if (!isTaken)
        drop->setDropAction(Qt::IgnoreAction);
    if (event->type() == QEvent::DragEnter) {
        const QString name = m_paths.isEmpty() ? QString() : QFileInfo(m_paths.first()).fileName();
        const int others = int(m_paths.size()) - 1;
        m_note->tell(m_paths.isEmpty() ? refused
                     : !isTaken        ? tr("Files cannot be opened during an apply")
                     : others == 0     ? tr("Drop to open %1").arg(name)
                                       : tr("Drop to open %1 and %n more", nullptr, others).arg(name));
    } else if (event->type() == QEvent::Drop) {
        m_note->hide();
        if (isTaken)
            Q_EMIT dropped(m_paths);
    }
    return true;
}

} // namespace planlens::widgets
