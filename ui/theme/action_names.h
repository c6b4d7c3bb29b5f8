// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/theme/action_style.h"

#include <QString>

#include <optional>

namespace planlens::theme {

/// Returns the kind of an action as events and histories name it: "delete", "destroy", "Create", …
std::optional<ActionKind> kindOfName(const QString& name);

} // namespace planlens::theme
