// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/roles.h"

#include <QString>

namespace planlens::models {

/// The apply status of a resource instance. The note is the start or duration.
struct InstanceStatus {
    QString address;
    ApplyStatus status = ApplyStatus::None;
    QString note;
};

} // namespace planlens::models
