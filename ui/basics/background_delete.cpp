// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/background_delete.h"

#include "ui/basics/background.h"

#include <QCoreApplication>

#include <utility>

namespace planlens::session {

void deleteInBackground(std::shared_ptr<const void> object) {
    if (!object || !QCoreApplication::instance())
        return;
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [held = std::move(object)]() mutable {
            startInBackground([last = std::move(held)]() mutable { last.reset(); }, Urgency::AfterAllElse);
        },
        Qt::QueuedConnection);
}

} // namespace planlens::session
