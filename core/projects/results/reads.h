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

/// What a plan read besides its input files, and what these were then.
struct Reads {
    std::map<std::string, std::string> files;    // that functions read: SHA-256, or "none" without a file
    std::map<std::string, std::string> patterns; // of `fileset`: SHA-256 of the names of the matches
    std::map<std::string, std::string> states;   // local files of `terraform_remote_state`, absolute: SHA-256
    bool hasOthers = false;                      // the time, and other data sources, which can change unseen
    bool operator==(const Reads&) const = default;
};

/// What functions and data sources read. `prior` is the state of the plan, `folder` the one of the root module. Paths
/// are absolute.
Reads readsOf(const lang::FilesRead& files, const states::State* prior, const std::filesystem::path& folder);
/// The same without paths that contain secrets: the project is planned again by each command.
Reads withoutSecrets(Reads reads, const masking::Secrets& secrets);
/// The same with paths relative to the repository, if they are below it.
Reads relativeTo(const Reads& reads, const std::filesystem::path& root);

/// The first file, pattern or state that has changed; empty if there is none. States of `known` may have changed.
std::string changedRead(const Reads& reads, const std::filesystem::path& root, const std::set<std::string>& known = {});

void writeReads(formats::JsonWriter& out, const Reads& reads);
Reads readReads(const diff::JsonNode& from);

} // namespace planlens::projects
