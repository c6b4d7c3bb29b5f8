// SPDX-License-Identifier: MPL-2.0
#include "core/plans/objchange/objchange.h"

#include "core/values/operations.h"

namespace planlens::plans::objchange {

using values::Value;

bool valueEqual(const Value& x, const Value& y) {
    if (x.marksDeep().size() != y.marksDeep().size())
        return false;
    const Value equal = values::equals(x.unmarkedDeep(), y.unmarkedDeep());
    return equal.isKnown() && !equal.isNull() && equal.asBool();
}

} // namespace planlens::plans::objchange
