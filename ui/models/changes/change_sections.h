// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/changes/shown_drift.h"
#include "ui/models/search/found_at.h"

#include <QCoreApplication>

#include <vector>

namespace planlens::configs {
struct Config;
}
namespace planlens::plans {
struct Plan;
struct ResourceInstanceChange;
} // namespace planlens::plans

namespace planlens::models {

/// The sections of the list of changes. Within a section, addresses are in natural order; in that of a
/// file, in the order of their blocks.
enum class ChangeOrder { WorstFirst, Module, Action, Type, File };
inline constexpr std::array allChangeOrders{ChangeOrder::WorstFirst, ChangeOrder::Module, ChangeOrder::Action,
                                            ChangeOrder::Type, ChangeOrder::File};

/// Returns the name of an order in settings: "worst-first", "module", "action", "type", "file".
QString changeOrderName(ChangeOrder order);

using ChangeList = std::vector<const plans::ResourceInstanceChange*>;

/// A section of the list of changes.
struct ChangeSection {
    QString key;                   // stable between plans
    QString title;                 // "High risk", "Destroy", "aws_instance"; of a module its address
    QVector<PlanFinding> findings; // about the whole plan, only worst first
    ChangeList changes;
};

/// Returns the sections of a plan without empty ones; unchanged instances are omitted. With ChangeOrder::Module the
/// first section can be the root module, with an empty title. Worst first: the findings by severity, then the actions
/// from the most to the least severe one. By file: what the configuration does not declare, then the files with the
/// blocks; without a configuration (null) there are no files. `drift` is shownDrift() of the plan: worst first and by
/// action, its sections are those of its effect on the plan. In these orders, changes that are planned but not applied
/// are the last section of changes.
std::vector<ChangeSection> changeSections(const plans::Plan& plan, ChangeOrder order, const FoundByAddress& findings,
                                          const configs::Config* config, const std::vector<ShownDrift>& drift);

} // namespace planlens::models
