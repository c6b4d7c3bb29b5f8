// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/json_node.h"
#include "core/formats/json_writer.h"
#include "core/lang/files_read.h"
#include "core/masking/secrets.h"
#include "core/projects/results/inputs.h"
#include "core/states/state.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace planlens::projects {

/// The files and states that a plan read besides its input files, with their hashes or identities at that time.
struct Reads {
    std::map<std::string, std::string> files;    // that functions read: SHA-256, or "none" without a file
    std::map<std::string, std::string> patterns; // of `fileset`: SHA-256 of the names of the matches
    std::map<std::string, std::string> states;   // local files of `terraform_remote_state`, absolute: SHA-256
    bool hasOthers = false;                      // the time, and other data sources, which can change unseen
    bool operator==(const Reads&) const = default;
};

/// Returns what functions and data sources read. `prior` is the prior state, `folder` that of the root module. Paths
/// are absolute.
Reads readsOf(const lang::FilesRead& files, const states::State* prior, const std::filesystem::path& folder);
/// Removes paths that contain secrets. The result is then not reused: each command plans the project again.
Reads withoutSecrets(Reads reads, const masking::Secrets& secrets);
/// Makes paths in the repository relative to it.
Reads relativeTo(const Reads& reads, const std::filesystem::path& root);

/// The first file, pattern or state that has changed since; empty if there is none. States in `known` are ignored.
std::string changedRead(const Reads& reads, const std::filesystem::path& root, const std::set<std::string>& known = {});

void writeReads(formats::JsonWriter& out, const Reads& reads);
Reads readReads(const diff::JsonNode& from);

} // namespace planlens::projects
