// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace planlens::report {

/// The result of one operation of an apply. The caller masks all texts.
struct AppliedOperation {
    std::string address, action, objectId, outcome, message;
    std::optional<std::chrono::milliseconds> elapsed;
};

/// The result of applying a plan.
struct AppliedPlan {
    std::string outcome; // a sentence
    std::string folder, workspace, planHash, options, startedAt;
    std::uint64_t stateSerial = 0;
    std::chrono::milliseconds elapsed{0};
    std::vector<AppliedOperation> operations;
    std::vector<std::string> problems;
};

enum class AppliedForm { Text, Markdown, Html };
/// Returns the result of an apply as a self-contained file.
std::string appliedText(const AppliedPlan& applied, AppliedForm form);

/// Formats a duration as "1.2 s", "3 min 12 s" or "2 h 5 min".
std::string durationText(std::chrono::milliseconds duration);
/// Estimates the remaining time of an apply from its progress; nullopt while too few operations are done.
std::optional<std::chrono::seconds> remaining(std::size_t done, std::size_t known, std::chrono::milliseconds elapsed);

} // namespace planlens::report
