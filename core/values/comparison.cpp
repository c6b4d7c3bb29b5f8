// SPDX-License-Identifier: MPL-2.0
#include "core/values/comparison.h"

namespace planlens::values {

std::shared_ptr<const Comparison> comparison(Value left, Value right) {
    if (!left.isWhollyKnown() || left.containsMark(Mark::ephemeral()) || right.containsMark(Mark::ephemeral()) ||
        left.hasInfinity() || right.hasInfinity())
        return nullptr;
    return std::make_shared<const Comparison>(std::move(left), std::move(right));
}

} // namespace planlens::values
