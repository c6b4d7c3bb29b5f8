// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/plans/changes.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans {

/// A change that planning has deferred to a later plan.
struct DeferredChange {
    std::string address;              // as written, because instance keys may be unknown: "aws_instance.a[*]"
    std::string reason;               // "instance_count_unknown", as in plan JSON
    ResourceInstanceChangePtr change; // null if its address or action cannot be read
};

/// A provider action that an apply invokes.
struct ActionInvocation {
    std::string address;  // "action.aws_lambda_invoke.a"
    std::string trigger;  // address of the resource instance; empty: invoked from the command line
    std::string event;    // "AfterCreate"
    std::string deferred; // the reason, if it is deferred to a later plan
    values::Value config; // null if unknown
};

/// An object found by a query.
struct QueryResult {
    std::string list; // "list.aws_instance.all"
    std::string type, name;
    values::Value identity;
};

/// A part of a saved plan with unknown meaning.
struct UnknownPart {
    std::string name;                   // "Plan field 30"
    std::vector<std::string> addresses; // addresses found in it
};

/// The parts of Terraform plans that OpenTofu plans do not have. They are displayed and never applied.
struct TerraformParts {
    std::optional<bool> isApplyable; // std::nullopt before Terraform 1.8
    bool isComplete = true;
    std::vector<DeferredChange> deferred;
    std::vector<ActionInvocation> actions;
    std::vector<QueryResult> queryResults;
    std::vector<UnknownPart> unknown;
    bool isEmpty() const {
        return isComplete && deferred.empty() && actions.empty() && queryResults.empty() && unknown.empty();
    }
};

/// Returns the description of a deferral reason: "the number of its instances is not known yet".
std::string_view deferralReason(std::string_view reason);
/// Describes a change as "create, because the number of its instances is not known yet".
std::string describe(const DeferredChange& change);
/// Describes an invocation as "after create of aws_instance.a".
std::string describe(const ActionInvocation& action);
/// Returns warnings about everything that reviewers would not see in the list of changes.
diags::Diagnostics terraformNotes(const TerraformParts& parts);

} // namespace planlens::plans
