// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace planlens::models {

/// What is selected in a plan, in all of its views.
struct Selection {
    QString address;       // of a resource instance, module or group; empty: nothing
    QStringList instances; // the resource instances that commands change
};

} // namespace planlens::models
