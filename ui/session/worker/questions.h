// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/variables.h"
#include "core/workspace/programs.h"
#include "ui/basics/session_types.h"

/// Input that is required from the user before planning.
namespace planlens::configs {
struct Config;
}
namespace planlens::plans {
struct Plan;
}
namespace planlens::session {

/// Returns the variables of the root module without a value, by name.
QVector<AskedVariable> missingVariables(const configs::Module& root, const std::vector<std::string>& names,
                                        const Request& request);
/// Returns the variables with an entered value.
QVector<AskedVariable> typedVariables(const configs::Module& root, const Request& request);
/// Returns all variables with their values, except values that must not be shown.
QVector<AskedVariable> allVariables(const configs::Module& root,
                                    const std::map<std::string, configs::RootVariable>& values, const Request& request);
/// Returns the variables whose entered value caused an error.
QVector<AskedVariable> refusedVariables(const configs::Module& root, const Request& request,
                                        const diags::Diagnostics& diagnostics);
/// Returns the programs that planning or applying would start because of the folder's contents.
QVector<Program> programs(const std::vector<workspace::StartedProgram>& started);
/// Adds how often applying a plan runs each provisioner to the names of programs(), which must be in their order.
void addRuns(QVector<Program>& programs, const configs::Config& config, const plans::Plan& plan);

} // namespace planlens::session
