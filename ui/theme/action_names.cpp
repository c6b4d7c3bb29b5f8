// SPDX-License-Identifier: MPL-2.0
#include "ui/theme/action_names.h"

#include <utility>

namespace planlens::theme {

std::optional<ActionKind> kindOfName(const QString& name) {
    static constexpr std::pair<const char*, ActionKind> names[]{
        {"delete", ActionKind::Delete}, {"destroy", ActionKind::Delete}, {"replace", ActionKind::Replace},
        {"forget", ActionKind::Forget}, {"update", ActionKind::Update},  {"create", ActionKind::Create},
        {"read", ActionKind::Read},     {"import", ActionKind::Import},  {"move", ActionKind::Move},
        {"no-op", ActionKind::NoOp},
    };
    for (const auto& [known, kind] : names)
        if (name.compare(QLatin1String(known), Qt::CaseInsensitive) == 0)
            return kind;
    return {};
}

} // namespace planlens::theme
