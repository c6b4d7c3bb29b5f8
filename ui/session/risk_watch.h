// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/risk/findings.h"

#include <filesystem>
#include <set>
#include <vector>

namespace planlens::session {

/// Finds what is risky in the plans of a folder, by the rules in force there. Remembers what prevent_destroy protected
/// in any configuration that it saw, so that taking it off is told as long as the program runs.
class RiskWatch {
public:
    /// Problems with rules of the person's own are appended as warnings: plans can be made nevertheless.
    std::vector<risk::Finding> findings(const std::filesystem::path& folder, const plans::Plan& plan,
                                        const configs::Config* config, diags::Diagnostics& diagnostics);

private:
    std::filesystem::path m_folder;
    std::set<addrs::ConfigResource> m_protected;
};

} // namespace planlens::session
