// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/ignore_changes.h"

#include "core/schemas/values_by_schema.h"

#include <map>

namespace planlens::engine {

using values::Path;
using values::Value;

namespace {

/// A path at which the prior value is used instead of the configuration. With a key, only that element of a map.
struct Ignored {
    Path path;
    Value prior;
    std::optional<std::string> key;
};

std::map<std::string, Value> elements(const Value& map) {
    std::map<std::string, Value> result;
    if (map.isNull() || !map.isKnown())
        return result;
    const Value bare = map.unmarked();
    for (std::size_t i = 0; i < bare.size(); ++i)
        result.emplace(bare.key(i), bare.element(i));
    return result;
}

Value replaceIn(const Path& path, const Value& value, const std::vector<Ignored>& all) {
    if (!value.type().isMap()) {
        for (const Ignored& ignored : all)
            if (path == ignored.path)
                return ignored.prior;
        return value;
    }
    if (!value.isNull() && !value.isKnown())
        return value;
    std::map<std::string, Value> now = elements(value);
    for (const Ignored& ignored : all) {
        if (path != ignored.path)
            continue;
        if (!ignored.key)
            return ignored.prior;
        const std::map<std::string, Value> before = elements(ignored.prior);
        const auto element = before.find(*ignored.key);
        if (element == before.end())
            now.erase(*ignored.key);
        else
            now.insert_or_assign(*ignored.key, element->second);
    }
    if (now.empty())
        return value.isNull() ? value : Value::emptyMap(value.type().elementType()).withMarks(value.marks());
    return Value::map(value.type(), {now.begin(), now.end()}).withMarks(value.marks());
}

} // namespace

Value applyIgnoreChanges(const configs::Resource& resource, const Value& prior, const Value& config,
                         const schemas::Block* schema) {
    if (prior.isNull() || (resource.ignoreChanges.empty() && !resource.ignoreAllChanges))
        return config;
    if (resource.ignoreAllChanges) {
        if (!schema)
            return prior;
        return values::transform(prior, [&](const Path& path, const Value& value) {
            const schemas::Attribute* attribute = schemas::attributeByPath(*schema, path);
            return attribute && attribute->computed && !attribute->optional ? Value::null(value.type()) : value;
        });
    }
    if (config.isNull())
        return config;
    std::vector<Ignored> all;
    for (const hcl::Traversal& traversal : resource.ignoreChanges) {
        Ignored ignored{hcl::pathOf(traversal), {}, {}};
        if (ignored.path.isEmpty())
            continue;
        if (const auto* last = std::get_if<values::IndexStep>(&ignored.path[ignored.path.size() - 1]);
            last && last->key.type().isString()) {
            ignored.key = last->key.asString();
            ignored.path.pop();
        }
        const values::Outcome<Value> before = values::applyPath(prior, ignored.path);
        const values::Outcome<Value> wanted = values::applyPath(config, ignored.path);
        if (!before || !wanted || *before == *wanted)
            continue;
        ignored.prior = *before;
        all.push_back(std::move(ignored));
    }
    if (all.empty())
        return config;
    return values::transform(config, [&](const Path& path, const Value& value) { return replaceIn(path, value, all); });
}

} // namespace planlens::engine
