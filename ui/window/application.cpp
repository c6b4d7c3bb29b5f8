// SPDX-License-Identifier: MPL-2.0
#include "ui/window/application.h"

#include "core/system/threads/thread_reserve.h"
#include "core/system/unexpected_error.h"

#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <new>

namespace planlens::widgets {

bool Application::keepThreadsForQt() {
    constexpr int painting = 4;        // threads; created when large areas are painted, and then kept
    constexpr unsigned others = 4 + 4; // of the screen and the bus, and of libraries of the desktop
    QThreadPool::globalInstance()->setMaxThreadCount(std::min(painting, QThread::idealThreadCount()));
    QThreadPool::globalInstance()->setExpiryTimeout(-1);
    return system::keepThreadsInReserve(painting + others);
}

bool Application::notify(QObject* receiver, QEvent* event) {
    try {
        return QApplication::notify(receiver, event);
    } catch (...) {
        report(QString::fromStdString(system::currentException().what));
        return false;
    }
}

void Application::report(const QString& exception) {
    try {
        QMetaObject::invokeMethod(
            this, [this, exception] { Q_EMIT unexpectedError(exception); }, Qt::QueuedConnection);
    } catch (const std::bad_alloc&) {
        system::exitWithUnexpectedError(system::currentException());
    }
}

} // namespace planlens::widgets
