// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/plans/changes.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans {

/// A change that planning left to a later plan.
struct DeferredChange {
    std::string address;              // as written, for the key of an instance may be unknown: "aws_instance.a[*]"
    std::string reason;               // "instance_count_unknown", as plan JSON has it
    ResourceInstanceChangePtr change; // null where its address or action cannot be read
};

/// An action of a provider that applying invokes.
struct ActionInvocation {
    std::string address;  // "action.aws_lambda_invoke.a"
    std::string trigger;  // address of the resource instance; empty: invoked by the command line
    std::string event;    // "AfterCreate"
    std::string deferred; // the reason where it is left to a later plan
    values::Value config; // null where it is not known
};

/// An object that a query found.
struct QueryResult {
    std::string list; // "list.aws_instance.all"
    std::string type, name;
    values::Value identity;
};

/// Parts of a saved plan whose meaning is not known.
struct UnknownPart {
    std::string name;                   // "Plan field 30"
    std::vector<std::string> addresses; // that are in them
};

/// What plans of Terraform hold and those of OpenTofu do not. It is shown, and never applied.
struct TerraformParts {
    std::optional<bool> isApplyable; // nothing before Terraform 1.8
    bool isComplete = true;
    std::vector<DeferredChange> deferred;
    std::vector<ActionInvocation> actions;
    std::vector<QueryResult> queryResults;
    std::vector<UnknownPart> unknown;
    bool isEmpty() const {
        return isComplete && deferred.empty() && actions.empty() && queryResults.empty() && unknown.empty();
    }
};

/// Why a change is deferred: "the number of its instances is not known yet".
std::string_view deferralReason(std::string_view reason);
/// "create, because the number of its instances is not known yet".
std::string describe(const DeferredChange& change);
/// "after create of aws_instance.a".
std::string describe(const ActionInvocation& action);
/// Warnings about all that a reviewer would miss among the changes.
diags::Diagnostics terraformNotes(const TerraformParts& parts);

} // namespace planlens::plans
