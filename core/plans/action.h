// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <optional>
#include <string_view>

/// The actions of a plan, as modelled by OpenTofu's package `plans`.
namespace planlens::plans {

enum class Action { NoOp, Create, Read, Update, DeleteThenCreate, CreateThenDelete, Delete, Forget, ForgetThenCreate };
/// Whether an action replaces an object: both orders of delete and create, and forget with create.
constexpr bool isReplace(Action action) {
    return action == Action::DeleteThenCreate || action == Action::CreateThenDelete ||
           action == Action::ForgetThenCreate;
}
/// Returns OpenTofu's rune for an action: ' ', '+', '←', '~', '∓', '±', '-', '.', …
std::string_view rune(Action action);
/// Returns "NoOp", "DeleteThenCreate", …
std::string_view name(Action action);

/// The reason for an action, if it does not follow from the change itself.
enum class ActionReason {
    None,
    ReplaceBecauseTainted,
    ReplaceByRequest,
    ReplaceByTriggers,
    ReplaceBecauseCannotUpdate,
    DeleteBecauseNoResourceConfig,
    DeleteBecauseWrongRepetition,
    DeleteBecauseCountIndex,
    DeleteBecauseEnabledFalse,
    DeleteBecauseEachKey,
    DeleteBecauseNoModule,
    DeleteBecauseNoMoveTarget,
    ReadBecauseConfigUnknown,
    ReadBecauseDependencyPending,
    ReadBecauseCheckNested,
    ForgotBecauseLifecycleDestroyInState,
    ForgotBecauseLifecycleDestroyInConfig
};
/// Returns the name of a reason in plan JSON ("replace_because_tainted"); empty for None.
std::string_view jsonName(ActionReason reason);
std::optional<ActionReason> actionReasonFromJson(std::string_view text);

enum class Mode { Normal, Destroy, RefreshOnly };

} // namespace planlens::plans
