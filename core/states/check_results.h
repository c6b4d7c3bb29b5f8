// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace planlens::states {

enum class CheckStatus { Unknown, Pass, Fail, Error };
/// What the conditions belong to.
enum class CheckableKind { Resource, OutputValue, Check, InputVariable };

struct CheckObjectResult {
    CheckStatus status = CheckStatus::Unknown;
    std::vector<std::string> failureMessages;
    bool operator==(const CheckObjectResult&) const = default;
};

/// Results of one checkable of the configuration, by its objects (instances) in order of address.
struct CheckResult {
    CheckableKind kind = CheckableKind::Resource;
    CheckStatus status = CheckStatus::Unknown; // of all objects together
    /// False where the instances are not known, which is other than there being none.
    bool objectsKnown = true;
    std::map<std::string, CheckObjectResult> objects; // by object address
    bool operator==(const CheckResult&) const = default;
};

/// By configuration address ("aws_instance.a", "module.m.output.x", "check.health", "var.v").
using CheckResults = std::map<std::string, CheckResult>;

} // namespace planlens::states
