// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <optional>
#include <set>
#include <string>

namespace planlens::formats {

constexpr auto howToMakePlanJson =
    "Make one with \"tofu plan -out=FILE\" and \"tofu show -json FILE\" (or with terraform in place of tofu).";

/// Returns the error for a JSON document that is not a plan, such as a state, from its top-level member names. Returns
/// std::nullopt for plans.
std::optional<diags::Diagnostic> otherDocument(const std::set<std::string>& members);

} // namespace planlens::formats
