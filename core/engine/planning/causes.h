// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"
#include "core/plans/change.h"
#include "core/plans/dependencies.h"
#include "core/schemas/schema.h"

#include <functional>

/// What a change comes from, noted while it is planned.
namespace planlens::engine {

/// Calls back for each place where something is configured that the object does not have: an argument, or an element of
/// one. What is not configured says nothing. Both values are unmarked and of one type.
void forEachConfiguredDifference(
    const values::Value& configured, const values::Value& object,
    const std::function<void(const values::Path&, const values::Value& configured)>& found);

/// The values that a change was decided by, all unmarked.
struct DecidedBy {
    const configs::Resource& config;
    const schemas::ResourceSchema& schema;
    values::Value configured;  // as evaluated
    values::Value effective;   // after ignore_changes
    values::Value before;      // the object; null where there is none
    values::Value after;       // what the provider planned for it first
    values::Value previousRun; // the object before it was read, where reading found something else; otherwise null
    bool incomplete = false;   // tainted
    std::vector<values::PathMarks> marksBefore, marksAfter; // what is sensitive in the object, and in what was planned
};
/// What says which instances a resource or a call has: its count, for_each or enabled, or its block.
template <typename Declared>
diags::SourceRange repetitionRange(const Declared& declared) {
    const hcl::ExpressionPtr expression = declared.count     ? declared.count
                                          : declared.forEach ? declared.forEach
                                                             : declared.enabled;
    return expression ? expression->range() : declared.range;
}

/// The cause of reading data later: something that is configured for it is not known yet. Nothing where all is known.
std::optional<plans::Cause> unknownArgument(const configs::Resource& config, const schemas::ResourceSchema& schema,
                                            const values::Value& configured);

/// Notes which argument each reference is part of, as far as it is one of the resource itself and not of a block in it.
void nameArguments(std::vector<plans::Dependency>& references, const configs::Resource& config);

/// Notes the causes of a change, and what does not change although the configuration says so. The action and the paths
/// that force a replacement are known by then.
void noteCauses(plans::ResourceInstanceChange& change, const DecidedBy& by);

/// What a plan that changes nothing keeps as it is.
std::vector<plans::UnchangedReason> unchangedByModeOf(const configs::Resource& config,
                                                      const schemas::ResourceSchema& schema,
                                                      const values::Value& configured, const values::Value& object);

} // namespace planlens::engine
