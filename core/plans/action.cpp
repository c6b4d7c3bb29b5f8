// SPDX-License-Identifier: MPL-2.0
#include "core/plans/action.h"

#include <array>
#include <utility>

namespace planlens::plans {

std::string_view rune(Action action) {
    switch (action) {
    case Action::NoOp:
        return " ";
    case Action::Create:
        return "+";
    case Action::Read:
        return "←";
    case Action::Update:
        return "~";
    case Action::DeleteThenCreate:
        return "∓";
    case Action::CreateThenDelete:
        return "±";
    case Action::Delete:
        return "-";
    case Action::Forget:
        return ".";
    case Action::ForgetThenCreate:
        return "⊘";
    }
    return {};
}

std::string_view name(Action action) {
    switch (action) {
    case Action::NoOp:
        return "NoOp";
    case Action::Create:
        return "Create";
    case Action::Read:
        return "Read";
    case Action::Update:
        return "Update";
    case Action::DeleteThenCreate:
        return "DeleteThenCreate";
    case Action::CreateThenDelete:
        return "CreateThenDelete";
    case Action::Delete:
        return "Delete";
    case Action::Forget:
        return "Forget";
    case Action::ForgetThenCreate:
        return "ForgetThenCreate";
    }
    return {};
}

namespace {

constexpr std::array<std::pair<ActionReason, std::string_view>, 17> reasonNames{{
    {ActionReason::None, ""},
    {ActionReason::ReplaceBecauseTainted, "replace_because_tainted"},
    {ActionReason::ReplaceByRequest, "replace_by_request"},
    {ActionReason::ReplaceByTriggers, "replace_by_triggers"},
    {ActionReason::ReplaceBecauseCannotUpdate, "replace_because_cannot_update"},
    {ActionReason::DeleteBecauseNoResourceConfig, "delete_because_no_resource_config"},
    {ActionReason::DeleteBecauseWrongRepetition, "delete_because_wrong_repetition"},
    {ActionReason::DeleteBecauseCountIndex, "delete_because_count_index"},
    {ActionReason::DeleteBecauseEnabledFalse, "delete_because_enabled_false"},
    {ActionReason::DeleteBecauseEachKey, "delete_because_each_key"},
    {ActionReason::DeleteBecauseNoModule, "delete_because_no_module"},
    {ActionReason::DeleteBecauseNoMoveTarget, "delete_because_no_move_target"},
    {ActionReason::ReadBecauseConfigUnknown, "read_because_config_unknown"},
    {ActionReason::ReadBecauseDependencyPending, "read_because_dependency_pending"},
    {ActionReason::ReadBecauseCheckNested, "read_because_check_nested"},
    {ActionReason::ForgotBecauseLifecycleDestroyInState, "forgot_because_lifecycle_destroy_in_state"},
    {ActionReason::ForgotBecauseLifecycleDestroyInConfig, "forgot_because_lifecycle_destroy_in_config"},
}};

} // namespace

std::string_view jsonName(ActionReason reason) {
    for (const auto& [candidate, text] : reasonNames)
        if (candidate == reason)
            return text;
    return {};
}

std::optional<ActionReason> actionReasonFromJson(std::string_view text) {
    for (const auto& [reason, candidate] : reasonNames)
        if (candidate == text)
            return reason;
    return {};
}

} // namespace planlens::plans
