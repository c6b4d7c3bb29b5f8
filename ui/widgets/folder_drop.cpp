// SPDX-License-Identifier: MPL-2.0
#include "ui/widgets/folder_drop.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace planlens::widgets {

namespace {

QStringList foldersOf(const QMimeData* data) {
    QStringList folders;
    for (const QUrl& url : data->urls())
        if (const QString path = url.toLocalFile(); !path.isEmpty() && QFileInfo(path).isDir())
            folders.append(path);
    return folders;
}

} // namespace

FolderDrop::FolderDrop(QWidget& window) : QObject(&window) {
    window.setAcceptDrops(true);
    window.installEventFilter(this);
}

bool FolderDrop::eventFilter(QObject* object, QEvent* event) {
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
        return QObject::eventFilter(object, event);
    auto* drop = static_cast<QDropEvent*>(event);
    const QStringList folders = foldersOf(drop->mimeData());
    if (folders.isEmpty())
        return QObject::eventFilter(object, event);
    drop->setDropAction(Qt::LinkAction);
    drop->accept();
    if (event->type() == QEvent::Drop)
        Q_EMIT dropped(folders);
    return true;
}

} // namespace planlens::widgets
