// SPDX-License-Identifier: MPL-2.0
#include "ui/widgets/path_drop.h"

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

#include <utility>

namespace planlens::widgets {

PathDrop::PathDrop(QWidget& widget, std::function<bool()> isBusy) : QObject(&widget), m_isBusy(std::move(isBusy)) {
    widget.setAcceptDrops(true);
    widget.installEventFilter(this);
}

bool PathDrop::eventFilter(QObject* object, QEvent* event) {
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
        return QObject::eventFilter(object, event);
    auto* drop = static_cast<QDropEvent*>(event);
    QStringList paths;
    for (const QUrl& url : drop->mimeData()->urls())
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    if (paths.isEmpty() || m_isBusy())
        return QObject::eventFilter(object, event);
    // Nothing is moved or copied, where the other side can be told so.
    if (drop->possibleActions().testFlag(Qt::LinkAction))
        drop->setDropAction(Qt::LinkAction);
    drop->accept();
    if (event->type() == QEvent::Drop)
        Q_EMIT dropped(paths);
    return true;
}

} // namespace planlens::widgets
