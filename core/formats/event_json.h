// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/sources.h"
#include "core/plans/plan.h"

#include <chrono>
#include <map>
#include <string>

namespace planlens::formats {

/// How many objects a plan or an apply creates, and so on.
struct ChangeCounts {
    std::size_t imported = 0, added = 0, changed = 0, removed = 0, forgotten = 0;
};
ChangeCounts countChanges(const plans::Plan& plan);

/// The lines of `plan -json` and `apply -json`: one JSON object each, with a line break at the end.
namespace events {
std::string version();
std::string log(const std::string& message);
std::string diagnostic(const diags::Diagnostic& diagnostic, const diags::Sources& sources);
/// A state, given as JSON, that could be written nowhere.
std::string stateDump(const std::string& state);
/// An instance that is listed.
std::string resourceAddress(const addrs::AbsResourceInstance& address);
/// What applying a saved plan is about to do.
std::string plannedChanges(const plans::Plan& plan);
/// Drift, planned changes, the summary and outputs of a plan, in this order.
std::string plan(const plans::Plan& plan);
enum class Operation { Apply, Destroy };
std::string applySummary(const ChangeCounts& counts, Operation operation);
std::string outputs(const std::map<std::string, states::OutputValue>& outputs);
/// `refresh_start`, `apply_complete` and their like; key and value name the real object, the seconds say how long it
/// took.
struct Hook {
    std::string type;
    std::string message;
    addrs::AbsResourceInstance address;
    std::string action = {}, idKey = {}, idValue = {};
    std::optional<std::int64_t> elapsedSeconds = {};
    std::string step = {};                     // what is done with an ephemeral resource
    std::string provisioner = {}, output = {}; // its type, and a line of what it wrote
};
std::string hook(const Hook& hook);
} // namespace events

} // namespace planlens::formats
