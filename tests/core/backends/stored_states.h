// SPDX-License-Identifier: MPL-2.0
// States and settings for tests of backends.
#pragma once

#include "core/backends/types.h"

#include <QString>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace planlens::testing {

/// Returns a state with the output "o", which tells the snapshots of a test apart.
inline std::shared_ptr<const states::State> stateWith(const std::string& value) {
    states::State state;
    state.outputs["o"] = {values::Value::string(value), false, {}};
    return std::make_shared<const states::State>(std::move(state));
}

/// Returns the value of this output; "none" without it.
inline std::string output(const backends::StoredState& stored) {
    const auto found = stored.file.state->outputs.find("o");
    return found == stored.file.state->outputs.end() ? "none" : found->second.value.asString();
}

/// Returns the value of this output, or the summary of the first error.
inline QString content(const diags::Result<backends::StoredState>& stored) {
    return QString::fromStdString(stored.isOk() ? output(*stored.value) : stored.diagnostics[0].summary);
}

/// Returns the input of a backend: the given arguments, and null for all others.
inline backends::Setup setupOf(const char* type, const std::map<std::string, values::Value>& given,
                               const std::filesystem::path& directory = "unused") {
    std::vector<std::pair<std::string, values::Value>> attributes;
    for (const auto& [name, attribute] : backends::findBackendType(type)->arguments().attributes) {
        const auto found = given.find(name);
        attributes.emplace_back(name,
                                found == given.end() ? values::Value::null(attribute.impliedType()) : found->second);
    }
    return {.arguments = values::Value::object(std::move(attributes)), .directory = directory};
}

} // namespace planlens::testing
