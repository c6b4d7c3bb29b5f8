// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/roles.h"

#include <QString>

namespace planlens::models {

/// How far an apply got with a resource instance. The note says since when or how long.
struct InstanceStatus {
    QString address;
    ApplyStatus status = ApplyStatus::None;
    QString note;
};

} // namespace planlens::models
