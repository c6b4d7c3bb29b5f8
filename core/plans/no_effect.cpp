// SPDX-License-Identifier: MPL-2.0
#include "core/plans/no_effect.h"

#include <algorithm>

namespace planlens::plans {

using values::Value;

namespace {

bool isEmptyContainer(const Value& value) {
    const values::Type type = value.type();
    return (type.isMapping() || type.isSequence()) && value.size() == 0;
}

} // namespace

bool hasNoEffect(const Value& before, const Value& after) {
    if (before.isMarked() || after.isMarked() || !before.isKnown() || !after.isKnown() ||
        before.isNull() == after.isNull())
        return false;
    const Value& value = after.isNull() ? before : after;
    return value.type().isString() ? value.asString().empty() : isEmptyContainer(value);
}

bool isSameInEffect(const Value& before, const Value& after) {
    if (before == after || hasNoEffect(before, after))
        return true;
    if (before.isMarked() || after.isMarked() || !before.isKnown() || !after.isKnown() || before.isNull() ||
        after.isNull())
        return false;
    if (before.type().isMapping() && after.type().isMapping()) {
        const auto isKept = [](const Value& one, const Value& other) {
            for (std::size_t i = 0; i < one.size(); ++i) {
                const Value* found = other.find(one.key(i));
                if (!isSameInEffect(one.element(i), found ? *found : Value::null(one.element(i).type())))
                    return false;
            }
            return true;
        };
        return isKept(before, after) && isKept(after, before);
    }
    if (!before.type().isSequence() || !after.type().isSequence() || before.size() != after.size())
        return false;
    for (std::size_t i = 0; i < before.size(); ++i)
        if (!isSameInEffect(before.element(i), after.element(i)))
            return false;
    return true;
}

} // namespace planlens::plans
