// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace planlens::report {

/// What became of one operation of an apply. All texts are masked by who fills them in.
struct AppliedOperation {
    std::string address, action, objectId, outcome, message;
    std::optional<std::chrono::milliseconds> elapsed;
};

/// What came of applying a plan.
struct AppliedPlan {
    std::string outcome; // a sentence
    std::string folder, workspace, planHash, options, startedAt;
    std::uint64_t stateSerial = 0;
    std::chrono::milliseconds elapsed{0};
    std::vector<AppliedOperation> operations;
    std::vector<std::string> problems;
};

enum class AppliedForm { Text, Markdown, Html };
/// The result of an apply for other people to read: a file of its own, without anything from outside.
std::string appliedText(const AppliedPlan& applied, AppliedForm form);

/// "1.2 s", "3 min 12 s", "2 h 5 min".
std::string durationText(std::chrono::milliseconds duration);
/// How much longer an apply takes at the pace that it had so far; nothing as long as too little is done to tell.
std::optional<std::chrono::seconds> remaining(std::size_t done, std::size_t known, std::chrono::milliseconds elapsed);

} // namespace planlens::report
