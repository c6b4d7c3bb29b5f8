// SPDX-License-Identifier: MPL-2.0
#include "core/diff/changed_attributes.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

namespace planlens::diff {

namespace {

using values::Value;

/// Returns the unmarked object of one side; nullopt if it is absent or wholly unknown.
std::optional<Value> objectOf(const Value& value) {
    const Value plain = value.unmarked();
    if (!plain.isKnown() || plain.isNull() || !plain.type().isObject()) {
        return std::nullopt;
    }
    return plain;
}

const Value* attributeOf(const std::optional<Value>& object, std::string_view name) {
    const Value* value = object ? object->find(name) : nullptr;
    return value && value->unmarked().isKnown() && value->unmarked().isNull() ? nullptr : value;
}

bool startsWith(const values::Path& path, std::string_view name) {
    return path.hasPrefix(values::Path().attribute(name));
}

} // namespace

std::vector<ChangedAttribute> changedAttributes(const plans::ResourceInstanceChange& change) {
    const std::optional<Value> before = objectOf(change.change.before);
    const std::optional<Value> after = objectOf(change.change.after);
    std::set<std::string_view> names;
    for (const auto* side : {&before, &after}) {
        for (std::size_t i = 0; *side && i < (*side)->size(); ++i) {
            names.insert((*side)->key(i));
        }
    }
    std::vector<ChangedAttribute> result;
    for (const std::string_view name : names) {
        const Value* old = attributeOf(before, name);
        const Value* made = attributeOf(after, name);
        if (!old && !made) {
            continue;
        }
        ChangedAttribute attribute{.name = std::string(name)};
        if (!made) {
            attribute.how = ChangedAttribute::How::Removed;
        } else if (!made->isWhollyKnown()) {
            attribute.how = ChangedAttribute::How::KnownAfterApply;
        } else if (!old) {
            attribute.how = ChangedAttribute::How::Added;
        } else if (old->unmarkedDeep() == made->unmarkedDeep()) {
            continue;
        }
        attribute.forcesReplacement = std::any_of(change.requiredReplace.begin(), change.requiredReplace.end(),
                                                  [&](const values::Path& path) { return startsWith(path, name); });
        result.push_back(std::move(attribute));
    }
    std::stable_sort(result.begin(), result.end(), [](const ChangedAttribute& a, const ChangedAttribute& b) {
        const auto rank = [](const ChangedAttribute& x) {
            return std::tuple(!x.forcesReplacement, x.how == ChangedAttribute::How::KnownAfterApply);
        };
        return rank(a) < rank(b);
    });
    return result;
}

} // namespace planlens::diff
