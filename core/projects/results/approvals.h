// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/projects/results/inputs.h"
#include "core/projects/results/result.h"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::projects {

/// An approval of exactly one plan file.
struct Approval {
    std::string project;
    std::string planHash; // SHA-256 of the saved plan, in hex
};
/// Reads a list of approvals. A project can be approved once.
diags::Result<std::vector<Approval>> readApprovals(std::string_view text, const std::string& file);

/// The text of such a list.
std::string approvalsJson(const std::vector<Approval>& approvals);

/// The reason why an approved plan cannot be applied.
struct Refusal {
    std::string why; // empty: the plan can be applied
    /// An earlier command started to apply the plan, and changed the state.
    bool isInterrupted = false;
};
/// `appliedStates` are the state files of approved plans that were applied. They may have changed since planning.
Refusal refusalOf(const Approval& approval, const StoredResult* stored, const Repository& repository,
                  InputHashes& hashes, const std::set<std::string>& appliedStates = {});

/// Records in the folder of the result that applying the plan with this hash starts. Returns an error text, or an empty
/// one.
std::string recordStarted(const std::filesystem::path& folder, const std::string& planHash);

/// Whether the plan with this hash was applied completely.
bool isApplied(const std::filesystem::path& folder, const std::string& planHash);
/// Records that the plan with this hash was applied completely. Returns an error text, or an empty one.
std::string recordApplied(const std::filesystem::path& folder, const std::string& planHash);

} // namespace planlens::projects
