// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/workspace/programs.h"
#include "ui/basics/session_types.h"

/// What a person has to answer before there can be a plan.
namespace planlens::session {

/// Variables of the root module that need a value, by name.
QVector<AskedVariable> missingVariables(const configs::Module& root, const std::vector<std::string>& names,
                                        const Request& request);
/// Those whose value was typed in.
QVector<AskedVariable> typedVariables(const configs::Module& root, const Request& request);
/// All of them, with the values that they have, but for those that are not to be shown.
QVector<AskedVariable> allVariables(const configs::Module& root,
                                    const std::map<std::string, configs::RootVariable>& values, const Request& request);
/// Those whose typed value is what an error is about.
QVector<AskedVariable> refusedVariables(const configs::Module& root, const Request& request,
                                        const diags::Diagnostics& diagnostics);
/// The programs that planning or applying would start because the folder says so.
QVector<Program> programs(const std::vector<workspace::StartedProgram>& started);

} // namespace planlens::session
