// SPDX-License-Identifier: MPL-2.0
#include "ui/window/application.h"

#include "core/system/unexpected_error.h"

namespace planlens::widgets {

bool Application::notify(QObject* receiver, QEvent* event) {
    try {
        return QApplication::notify(receiver, event);
    } catch (...) {
        report(QString::fromStdString(system::currentException().what));
        return false;
    }
}

void Application::report(const QString& exception) {
    QMetaObject::invokeMethod(
        this, [this, exception] { Q_EMIT unexpectedError(exception); }, Qt::QueuedConnection);
}

} // namespace planlens::widgets
