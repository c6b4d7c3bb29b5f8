// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"
#include "core/plans/change.h"
#include "core/plans/dependencies.h"
#include "core/schemas/schema.h"

#include <functional>

/// The causes of a change, recorded while planning.
namespace planlens::engine {

/// Calls `found` for each path at which a configured value (an argument or an element) differs from the object.
/// Attributes that are not configured are skipped. Both values must be unmarked and of the same type.
void forEachConfiguredDifference(
    const values::Value& configured, const values::Value& object,
    const std::function<void(const values::Path&, const values::Value& configured)>& found);

/// The values on which the decision about a change was based, all unmarked.
struct DecidedBy {
    const configs::Resource& config;
    const schemas::ResourceSchema& schema;
    values::Value configured;  // as evaluated
    values::Value effective;   // after ignore_changes
    values::Value before;      // the object; null if there is none
    values::Value after;       // first response of the provider
    values::Value previousRun; // the object before refreshing, if that found changes; otherwise null
    bool incomplete = false;   // tainted
    std::vector<values::PathMarks> marksBefore, marksAfter; // of the object, and of the planned value
};
/// Returns the range of the expression that determines the instances (count, for_each or enabled), or of the block.
template <typename Declared>
diags::SourceRange repetitionRange(const Declared& declared) {
    const hcl::ExpressionPtr expression = declared.count     ? declared.count
                                          : declared.forEach ? declared.forEach
                                                             : declared.enabled;
    return expression ? expression->range() : declared.range;
}

/// Returns the cause of deferring a data source: an unknown configured value. Returns std::nullopt if all are known.
std::optional<plans::Cause> unknownArgument(const configs::Resource& config, const schemas::ResourceSchema& schema,
                                            const values::Value& configured);

/// Sets the argument of each reference in the arguments and blocks of a resource.
void nameArguments(std::vector<plans::Dependency>& references, const configs::Resource& config,
                   const schemas::Block& schema);

/// Adds the causes of a change, and the configured values that do not take effect. The action and the paths that force
/// a replacement must be set.
void recordCauses(plans::ResourceInstanceChange& change, const DecidedBy& by);

/// Returns differences from the configuration that a refresh-only plan keeps.
std::vector<plans::UnchangedReason> unchangedByModeOf(const configs::Resource& config,
                                                      const schemas::ResourceSchema& schema,
                                                      const values::Value& configured, const values::Value& object);

} // namespace planlens::engine
