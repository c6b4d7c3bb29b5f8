// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/formats/json_writer.h"
#include "core/plans/plan.h"
#include "core/states/file.h"

#include <functional>

namespace planlens::formats {

/// Returns a state in the format of `show -json` (`format_version` 1.0). Values require the schemas of their providers;
/// a missing schema is an error, and an object of another version of its schema is too. Contains the version that wrote
/// the state file.
diags::Result<std::string> stateJson(const states::File& file, const plans::Schemas& schemas);
/// Returns the errors of stateJson() for missing schemas.
diags::Diagnostics missingSchemas(const states::State& state, const plans::Schemas& schemas);
/// As stateJson(), but writes a value within a larger text. Resources without a schema are left out.
diags::Diagnostics writeState(JsonWriter& json, const states::File& file, const plans::Schemas& schemas);
/// Writes the `outputs` object of a state.
void writeOutputs(JsonWriter& json, const std::map<std::string, states::OutputValue>& outputs);

/// Resources grouped by module, in the form shared by `planned_values` and states.
struct ModuleTree {
    std::string address;
    std::vector<std::function<void(JsonWriter&)>> resources; // functions that write one resource each, in order
    std::map<std::string, ModuleTree> children;              // by address
    ModuleTree& at(const addrs::ModuleInstance& module);
    void write(JsonWriter& json) const;
};

} // namespace planlens::formats
