// SPDX-License-Identifier: MPL-2.0
#include "core/plans/objchange/objchange.h"

#include "core/values/operations.h"

#include <algorithm>

namespace planlens::plans::objchange {

using values::Value;

bool valueEqual(const Value& x, const Value& y) {
    if (x.marksDeep().size() != y.marksDeep().size())
        return false;
    const Value equal = values::equals(x.unmarkedDeep(), y.unmarkedDeep());
    return equal.isKnown() && !equal.isNull() && equal.asBool();
}

std::vector<Value> longestCommonSubsequence(std::span<const Value> xs, std::span<const Value> ys) {
    const std::size_t width = xs.size() + 1;
    std::vector<std::size_t> lengths(width * (ys.size() + 1), 0); // of the prefixes; row and column 0 are empty ones
    std::vector<bool> equal(width * (ys.size() + 1), false);
    for (std::size_t y = 1; y <= ys.size(); ++y) {
        for (std::size_t x = 1; x <= xs.size(); ++x) {
            const std::size_t here = y * width + x;
            equal[here] = valueEqual(xs[x - 1], ys[y - 1]);
            lengths[here] = equal[here] ? lengths[here - width - 1] + 1
                                        : std::max(lengths[here - 1], lengths[here - width]);
        }
    }
    std::vector<Value> sequence;
    std::size_t x = xs.size();
    std::size_t y = ys.size();
    while (x > 0 && y > 0) {
        const std::size_t here = y * width + x;
        if (equal[here]) {
            sequence.push_back(xs[x - 1]);
            --x;
            --y;
        } else if (lengths[here - 1] > lengths[here - width]) {
            --x;
        } else {
            --y;
        }
    }
    std::reverse(sequence.begin(), sequence.end());
    return sequence;
}

} // namespace planlens::plans::objchange
