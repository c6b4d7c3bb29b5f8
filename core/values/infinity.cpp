// SPDX-License-Identifier: MPL-2.0
#include "core/values/infinity.h"

namespace planlens::values {

bool hasInfinity(const Value& value) {
    if (!value.isKnown() || value.isNull())
        return false;
    const Type type = value.type();
    if (type.isPrimitive())
        return type.isNumber() && value.unmarked().asNumber().isInfinite();
    const Value bare = value.unmarked();
    for (std::size_t i = 0; i < bare.size(); ++i)
        if (hasInfinity(bare.element(i)))
            return true;
    return false;
}

} // namespace planlens::values
