// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"
#include "core/version.h"

#include <functional>
#include <string>
#include <string_view>

namespace planlens::states {

/// A state and the metadata of its state file. Immutable once shared.
struct File {
    std::string terraformVersion;
    std::uint64_t serial = 0;
    std::string lineage;
    std::shared_ptr<const State> state;
    /// SHA-256 of the text that was read, or would be, in hexadecimal digits; empty if the state is new or made by the
    /// program.
    std::string textHash = {};
};

/// Parses state file format version 4. Other versions are errors; for older ones the error says which version of the
/// program can upgrade the file. Empty text is an error too: the caller decides what a missing file means.
diags::Result<File> readFile(std::string_view text, std::string_view nameForMessages = "state");
/// Returns format version 4, byte for byte in OpenTofu's layout: two-space indent, field order, final empty line.
/// `terraform_version` is set to `writer`, not to the version that was read.
std::string writeFile(const File& file, std::string_view writer = referenceVersion);
/// Sets the hash of the text that writeFile() returns, after it was written.
void setTextHash(File& file);
/// Writes the same content without white space, for files that only programs read. The sink receives it in parts, so
/// that the complete text is never in memory.
void writeCompactFile(const File& file, const std::function<void(std::string_view part)>& sink,
                      std::string_view writer = referenceVersion);

} // namespace planlens::states
