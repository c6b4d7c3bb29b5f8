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

/// An approved plan: the file with this hash, and no other one.
struct Approval {
    std::string project;
    std::string planHash; // SHA-256 of the saved plan, in hex
};
/// Reads a list of approvals. A project can be approved once.
diags::Result<std::vector<Approval>> readApprovals(std::string_view text, const std::string& file);

/// The text of such a list.
std::string approvalsJson(const std::vector<Approval>& approvals);

/// Why an approved plan cannot be applied.
struct Refusal {
    std::string why; // empty: it can be applied
    /// An earlier command has begun to apply it, and has changed the state.
    bool isInterrupted = false;
};
/// `appliedStates` are the state files of approved plans that are applied: plans that read them may be applied.
Refusal whyNotApplicable(const Approval& approval, const StoredResult* stored, const Repository& repository,
                         InputHashes& hashes, const std::set<std::string>& appliedStates = {});

/// Notes in the folder of the result that the plan with this hash is going to be applied. Returns an error text, or an
/// empty one.
std::string noteStarted(const std::filesystem::path& folder, const std::string& planHash);

/// Whether the plan with this hash was applied completely. Notes it in the folder of the result.
bool isApplied(const std::filesystem::path& folder, const std::string& planHash);
/// Returns an error text, or an empty one.
std::string noteApplied(const std::filesystem::path& folder, const std::string& planHash);

} // namespace planlens::projects
