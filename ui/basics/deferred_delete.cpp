// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/deferred_delete.h"

#include <QCoreApplication>

namespace planlens::session {

namespace {

QObject& deferred() {
    static QObject all;
    [[maybe_unused]] static const bool areAwaited = [] {
        // Runs while threads still receive their events.
        qAddPostRoutine([] {
            const QObjectList left = all.children();
            qDeleteAll(left);
        });
        return true;
    }();
    return all;
}

} // namespace

void deferredDelete(const QObject& worker, QObject& owner) {
    owner.setParent(&deferred());
    QObject::connect(&worker, &QObject::destroyed, &owner, &QObject::deleteLater);
}

} // namespace planlens::session
