// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/utf8.h"

#include <string_view>

namespace planlens::lang {

inline bool isUtf8(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto point = values::decodeUtf8(bytes);
        if (!point.isValid)
            return false;
        bytes.remove_prefix(point.size);
    }
    return true;
}

} // namespace planlens::lang
