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

class Finder {
public:
    explicit Finder(const std::vector<values::Path>& requiredReplace)
        : m_requiredReplace(requiredReplace) {}

    void compare(const values::Path& path, const Value& before, const Value& after) {
        if (before.isMarked() || after.isMarked() || !before.isKnown() || !after.isKnown())
            return;
        if (hasNoEffect(before, after)) {
            if (std::ranges::find(m_requiredReplace, path) == m_requiredReplace.end())
                m_found.push_back({path, before, after});
            return;
        }
        if (before.isNull() || after.isNull())
            return;
        const values::Type type = after.type();
        const bool isObject = type.isObject() && before.type().isObject();
        if (isObject || (type.isMap() && before.type().isMap())) {
            for (std::size_t i = 0; i < after.size(); ++i)
                if (const Value* old = before.find(after.key(i)))
                    compare(isObject ? path.attribute(after.key(i)) : path.index(std::string_view(after.key(i))), *old,
                            after.element(i));
        } else if ((type.isList() || type.isTuple()) && (before.type().isList() || before.type().isTuple()) &&
                   before.size() == after.size()) {
            for (std::size_t i = 0; i < after.size(); ++i)
                compare(path.index(std::int64_t(i)), before.element(i), after.element(i));
        }
    }

    std::vector<NoEffectChange> take() { return std::move(m_found); }

private:
    const std::vector<values::Path>& m_requiredReplace;
    std::vector<NoEffectChange> m_found;
};

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

std::vector<NoEffectChange> changesWithoutEffect(const ResourceInstanceChange& change) {
    Finder finder(change.requiredReplace);
    const Value before = change.change.before.unmarked(), after = change.change.after.unmarked();
    if (!before.isNull() && !after.isNull())
        finder.compare({}, before, after);
    return finder.take();
}

} // namespace planlens::plans
