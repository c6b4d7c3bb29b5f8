// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/formats/json_writer.h"
#include "core/plans/plan.h"
#include "core/states/file.h"

#include <functional>

namespace planlens::formats {

/// A state as `show -json` has it (`format_version` 1.0). Values need the schemas of their providers; a resource
/// without one is an error. It tells the version that wrote the file.
diags::Result<std::string> stateJson(const states::File& file, const plans::Schemas& schemas);
/// What that says of resources without a schema.
diags::Diagnostics missingSchemas(const states::State& state, const plans::Schemas& schemas);
/// The same as a value inside a bigger text, without the resources that have no schema.
diags::Diagnostics writeState(JsonWriter& json, const states::File& file, const plans::Schemas& schemas);
/// The `outputs` object of a state.
void writeOutputs(JsonWriter& json, const std::map<std::string, states::OutputValue>& outputs);

/// Resources put into the tree of their modules: what both `planned_values` and states are.
struct ModuleTree {
    std::string address;
    std::vector<std::function<void(JsonWriter&)>> resources; // each writes itself, in order
    std::map<std::string, ModuleTree> children;              // by address
    ModuleTree& at(const addrs::ModuleInstance& module);
    void write(JsonWriter& json) const;
};

} // namespace planlens::formats
