// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/risk/rules.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Findings of other tools: SARIF 2.1.0 and the JSON of checkov, trivy and conftest.
namespace planlens::findings {

/// A finding as reported by a tool. All texts come from its output: they are limited in length and otherwise unchanged.
struct ScannerFinding {
    std::string tool;
    std::string rule;
    risk::Severity severity = risk::Severity::Medium;
    std::string title, detail;
    std::string link;       // a web page about the rule: https or http
    std::string resource;   // address; empty if the tool gives none
    std::string file;       // path or URI; empty if the tool gives none
    std::uint32_t line = 0; // 0: unknown
    bool operator==(const ScannerFinding&) const = default;
};

inline constexpr std::size_t largestFile = std::size_t(32) << 20; // bytes
inline constexpr std::size_t mostFindings = 20000;                // per file
inline constexpr std::size_t longestText = 4000;                  // bytes

/// Reads a file of findings, whose format is detected. Suppressed and passed results are left out. An unknown format is
/// an error; too many findings are a warning.
diags::Result<std::vector<ScannerFinding>> readFindings(std::string_view text, const std::string& file);

/// As readFindings(), for a file path that is absolute or relative to a directory.
diags::Result<std::vector<ScannerFinding>> readFindingsFile(const std::filesystem::path& directory,
                                                            const std::string& file);

} // namespace planlens::findings
