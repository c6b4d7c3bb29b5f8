// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/arguments.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace planlens::cli {

/// Runs a command with its words, as `planlens-cli` does, in a working directory. Returns the exit status.
int run(const std::vector<std::string>& words, const std::filesystem::path& directory, std::stop_token stop);

int runPlan(const Arguments& arguments, const std::filesystem::path& directory, std::stop_token stop);
enum class ApplyCommand { Apply, Destroy };
int runApply(const Arguments& arguments, ApplyCommand command, const std::filesystem::path& directory, std::stop_token stop);
int runShow(const Arguments& arguments, const std::filesystem::path& directory, std::stop_token stop);
int runValidate(const Arguments& arguments, const std::filesystem::path& directory, std::stop_token stop);
int runGraph(const Arguments& arguments, const std::filesystem::path& directory, std::stop_token stop);
int runProviders(const Arguments& arguments, const std::filesystem::path& directory, std::stop_token stop);
int runVersion(const Arguments& arguments, const std::filesystem::path& directory);

} // namespace planlens::cli
