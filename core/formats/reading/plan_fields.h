// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/addrs/resource.h"
#include "core/addrs/target.h"
#include "core/plans/action.h"
#include "core/states/state.h"
#include "core/values/value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::formats {

/// Returns the action of a change, from its list of names. Returns std::nullopt for unknown names.
std::optional<plans::Action> actionOf(const std::vector<std::string>& names);
/// Returns the action that fits the object before and after it, as JSON. Returns std::nullopt if there is neither.
std::optional<plans::Action> inferredAction(std::string_view before, std::string_view after);
/// Converts a JSON array of attribute names and indexes to a path, which ends before the first element of a set.
values::Path pathOf(std::string_view json);
/// Returns a provider, from its source address or from a name without a source.
addrs::Provider providerOf(const std::string& text);
states::CheckStatus checkStatusOf(std::string_view name);
/// Returns the address of a resource instance, from its components. `index` is JSON.
std::optional<addrs::AbsResourceInstance> addressOf(const std::string& module, const std::string& mode,
                                                    const std::string& type, const std::string& name,
                                                    std::string_view index);

} // namespace planlens::formats
