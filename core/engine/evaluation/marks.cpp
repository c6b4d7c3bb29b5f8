// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/marks.h"

#include "core/configs/module_node.h"
#include "core/schemas/values_by_schema.h"
#include "core/values/deprecation.h"

#include <algorithm>
#include <utility>

namespace planlens::engine {

std::vector<values::PathMarks> combinedMarks(std::vector<values::PathMarks> marks,
                                             const std::vector<values::PathMarks>& more) {
    for (const values::PathMarks& one : more) {
        const auto same =
            std::find_if(marks.begin(), marks.end(), [&](const values::PathMarks& m) { return m.path == one.path; });
        if (same == marks.end())
            marks.push_back(one);
        else
            same->marks.insert(one.marks);
    }
    return marks;
}

values::Value seenValue(const values::Value& value, const schemas::Block& schema, const addrs::Resource& resource,
                        const configs::ModuleNode& module) {
    const bool canBeDeprecated = schema.containsDeprecated() || schema.deprecated;
    const auto asRead = [&](const values::Value& seen) {
        return resource.mode == addrs::ResourceMode::Ephemeral ? seen.withMark(values::Mark::ephemeral()) : seen;
    };
    if (!canBeDeprecated && !schema.containsSensitive())
        return asRead(value);
    const values::Value bare = value.unmarkedDeep();
    std::vector<values::PathMarks> marks = combinedMarks(value.pathMarks(), schemas::sensitivePaths(schema, bare));
    if (canBeDeprecated) {
        using Origin = values::Deprecation::Origin;
        const Origin origin = module.isRemote() ? Origin::Remote : Origin::Local;
        std::vector<values::PathMarks> deprecated;
        for (const schemas::DeprecatedPath& found : schemas::deprecatedPaths(schema, bare))
            deprecated.push_back(
                {found.path,
                 values::Deprecation{resource.toString() + found.path.toString(), found.message, origin}.mark()});
        marks = combinedMarks(std::move(marks), deprecated);
    }
    return asRead(marks.empty() ? value : bare.withPathMarks(marks));
}

} // namespace planlens::engine
