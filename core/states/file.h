// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"
#include "core/version.h"

#include <functional>
#include <string>
#include <string_view>

namespace planlens::states {

/// A state with what a state file says about it. Immutable once shared.
struct File {
    std::string terraformVersion;
    std::uint64_t serial = 0;
    std::string lineage;
    std::shared_ptr<const State> state;
};

/// Reads file format version 4 (3 and older: an error that says which version to upgrade with first; newer: an error
/// that says so). An empty text is an error of its own; the caller decides what an absent file means.
diags::Result<File> readFile(std::string_view text, std::string_view nameForMessages = "state");
/// Writes format version 4 exactly as the reference lays it out (two-space indent, order, an empty line at the end). It
/// names who writes it now, not who wrote the file that was read.
std::string writeFile(const File& file, std::string_view writer = referenceVersion);
/// The same without any white space, for files that only programs read; in parts, so that it need never be there as a
/// whole.
void writeCompactFile(const File& file, const std::function<void(std::string_view part)>& sink,
                      std::string_view writer = referenceVersion);

} // namespace planlens::states
