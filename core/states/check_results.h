// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace planlens::states {

enum class CheckStatus { Unknown, Pass, Fail, Error };
/// Whether the conditions are not met or could not be evaluated.
constexpr bool hasFailed(CheckStatus status) {
    return status == CheckStatus::Fail || status == CheckStatus::Error;
}
/// Kind of the configuration object that the conditions belong to.
enum class CheckableKind { Resource, OutputValue, Check, InputVariable };

struct CheckObjectResult {
    CheckStatus status = CheckStatus::Unknown;
    std::vector<std::string> failureMessages;
    bool operator==(const CheckObjectResult&) const = default;
};

/// Results of one checkable configuration object, with one entry for each of its instances.
struct CheckResult {
    CheckableKind kind = CheckableKind::Resource;
    CheckStatus status = CheckStatus::Unknown; // aggregate status of all objects
    /// False if the instances are not known yet. An empty `objects` alone does not imply that.
    bool objectsKnown = true;
    std::map<std::string, CheckObjectResult> objects; // by object address
    bool operator==(const CheckResult&) const = default;
};

/// Keys are configuration addresses ("aws_instance.a", "module.m.output.x", "check.health", "var.v").
using CheckResults = std::map<std::string, CheckResult>;

} // namespace planlens::states
