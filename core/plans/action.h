// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <optional>
#include <string_view>

/// What a plan says, as the reference's package `plans` models it.
namespace planlens::plans {

enum class Action { NoOp, Create, Read, Update, DeleteThenCreate, CreateThenDelete, Delete, Forget, ForgetThenCreate };
/// Both orders of delete and create, and forget with create.
constexpr bool isReplace(Action action) {
    return action == Action::DeleteThenCreate || action == Action::CreateThenDelete ||
           action == Action::ForgetThenCreate;
}
/// The reference's rune for an action: ' ', '+', '←', '~', '∓', '±', '-', '.', …
std::string_view rune(Action action);
/// "NoOp", "DeleteThenCreate", …
std::string_view name(Action action);

/// Why an action was chosen where that is not plain from the change itself.
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
/// "replace_because_tainted" as plan JSON has it; empty for None.
std::string_view jsonName(ActionReason reason);
std::optional<ActionReason> actionReasonFromJson(std::string_view text);

enum class Mode { Normal, Destroy, RefreshOnly };

} // namespace planlens::plans
