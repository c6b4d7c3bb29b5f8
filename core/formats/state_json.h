// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/formats/json_writer.h"
#include "core/plans/schemas.h"
#include "core/states/file.h"

#include <functional>

namespace planlens::formats {

/// Returns a state in the format of `show -json` (`format_version` 1.0), or the error of the first object that cannot
/// be displayed; see plans::shownObject(). Contains the version that wrote the state file.
diags::Result<std::string> stateJson(const states::File& file, const plans::Schemas& schemas);
/// As stateJson(), but writes a value within a larger text. After an error, the value is incomplete.
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
