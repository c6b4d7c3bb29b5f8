// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/output.h"

#include <cstddef>
#include <filesystem>
#include <string>

namespace planlens::cli {

/// The value of -limit, in characters; the limit of comments in pull requests if the option is not given.
diags::Result<std::size_t> reportLimit(const Arguments& arguments);
/// Writes a report to the file of -out, or to the standard output. Returns the error if it cannot be written.
diags::Diagnostics writeReport(const std::string& text, const Arguments& arguments,
                               const std::filesystem::path& directory, Output& output);

} // namespace planlens::cli
