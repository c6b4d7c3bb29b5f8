// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/interrupts.h"

#include <filesystem>

namespace planlens::cli {

int runProjectsPlan(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runProjectsReport(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runProjectsApply(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);
int runProjectsList(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts);

} // namespace planlens::cli
