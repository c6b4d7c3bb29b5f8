// SPDX-License-Identifier: MPL-2.0
#include "core/values/comparison.h"

#include "core/values/infinity.h"

namespace planlens::values {

std::shared_ptr<const Comparison> comparison(Value left, Value right) {
    if (!left.isWhollyKnown() || left.containsMark(Mark::ephemeral()) || right.containsMark(Mark::ephemeral()) ||
        hasInfinity(left) || hasInfinity(right))
        return nullptr;
    return std::make_shared<const Comparison>(std::move(left), std::move(right));
}

} // namespace planlens::values
