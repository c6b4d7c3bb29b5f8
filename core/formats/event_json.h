// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/addrs/resource.h"
#include "core/diags/sources.h"
#include "core/states/state.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::formats {

/// The number of changes in a plan or an apply, by action.
struct ChangeCounts {
    std::size_t imported = 0, added = 0, changed = 0, removed = 0, forgotten = 0;
};
ChangeCounts countChanges(const plans::Plan& plan);

/// The lines of `plan -json` and `apply -json`: each is one JSON object with a line break at the end.
namespace events {
std::string version();
std::string log(const std::string& message);
/// Locking the state takes long.
std::string lockingState(const std::string& message);
/// A message without a type, as commands on states write it.
std::string info(const std::string& message);
std::string warning(const std::string& message);
std::string error(const std::string& message);
std::string diagnostic(const diags::Diagnostic& diagnostic, const diags::Sources& sources);
/// A state (given as JSON) that could not be saved.
std::string stateDump(const std::string& state);
/// An instance in the output of a list command.
std::string resourceAddress(const addrs::AbsResourceInstance& address);
/// The resources whose provider a command replaces.
std::string replacedProvider(const addrs::Provider& from, const addrs::Provider& to,
                             const std::vector<addrs::AbsResource>& resources);
std::string workspaceList(const std::vector<std::string>& names, const std::string& current);
/// The changes of a saved plan before it is applied.
std::string plannedChanges(const plans::Plan& plan);
/// Drift, planned changes, the summary and outputs of a plan, in this order.
std::string plan(const plans::Plan& plan);
enum class Operation { Apply, Destroy };
std::string applySummary(const ChangeCounts& counts, Operation operation);
std::string outputs(const std::map<std::string, states::OutputValue>& outputs);
/// `refresh_start`, `apply_complete` and similar events. idKey and idValue identify the remote object; elapsedSeconds
/// is the duration of the operation.
struct Hook {
    std::string type;
    std::string message;
    addrs::AbsResourceInstance address;
    std::string action = {}, idKey = {}, idValue = {};
    std::optional<std::int64_t> elapsedSeconds = {};
    std::string step = {};                     // describes a step of an ephemeral resource
    std::string provisioner = {}, output = {}; // provisioner type, and a line of its output
};
std::string hook(const Hook& hook);
} // namespace events

} // namespace planlens::formats
