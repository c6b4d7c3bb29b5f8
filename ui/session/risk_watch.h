// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/risk/findings.h"

#include <filesystem>
#include <set>
#include <vector>

namespace planlens::configs {
struct Config;
}
namespace planlens::session {

/// Evaluates the risk rules of a folder for its plans. Remembers the resources that prevent_destroy protected in any
/// earlier configuration, so that its removal is reported until the program exits.
class RiskWatch {
public:
    /// Returns the findings of the rules, and those of other tools in the files (absolute, or relative to the folder).
    /// Problems with custom rules and files are appended as warnings; they do not prevent planning.
    std::vector<risk::Finding> findings(const std::filesystem::path& folder, const plans::Plan& plan,
                                        const configs::Config* config, const std::vector<std::string>& files,
                                        diags::Diagnostics& diagnostics);

private:
    std::filesystem::path m_folder;
    std::set<addrs::ConfigResource> m_protected;
};

} // namespace planlens::session
