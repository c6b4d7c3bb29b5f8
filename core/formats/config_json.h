// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/formats/json_writer.h"
#include "core/plans/schemas.h"

#include <string>

namespace planlens::configs {
struct Config;
}
namespace planlens::formats {

/// Writes the `configuration` object of plan JSON: provider configurations, and all modules with the constant values
/// and references of their expressions.
void writeConfiguration(JsonWriter& json, const configs::Config& config, const plans::Schemas& schemas);
/// Returns the same object as text.
std::string configurationJson(const configs::Config& config, const plans::Schemas& schemas);
/// Returns the same object for the root module alone, without expressions and called modules. Neither its providers nor
/// the modules that it calls need to be installed.
std::string singleModuleJson(const configs::Config& config);

} // namespace planlens::formats
