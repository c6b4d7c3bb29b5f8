// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/interrupts.h"

#include <filesystem>
#include <string>
#include <vector>

namespace planlens::cli {

/// Runs a command line without the program name. Changes to the directory of -chdir. Returns the exit status.
int run(const std::vector<std::string>& words, const Interrupts& interrupts);

int runPlan(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
enum class ApplyCommand { Apply, Destroy };
int runApply(const Arguments& arguments, ApplyCommand command, const std::filesystem::path& directory,
             const Interrupts& interrupts);
int runShow(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runReport(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runWhy(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runValidate(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runGraph(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runProviders(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runStateList(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runStateShow(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runImport(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runRefresh(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runStateMv(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runStateReplaceProvider(const Arguments& arguments, const std::filesystem::path& directory,
                            const Interrupts& interrupts);
int runStatePull(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runStatePush(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runStateRm(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runTaint(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runUntaint(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runOutput(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runForceUnlock(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runWorkspaceDelete(const Arguments& arguments, const std::filesystem::path& directory,
                       const Interrupts& interrupts);
int runWorkspaceList(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runWorkspaceNew(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runWorkspaceSelect(const Arguments& arguments, const std::filesystem::path& directory,
                       const Interrupts& interrupts);
int runWorkspaceShow(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runVersion(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);

} // namespace planlens::cli
