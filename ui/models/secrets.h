// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <string>
#include <vector>

namespace planlens::models {

/// Texts that are sensitive anywhere in a plan: they are masked wherever else they occur, for providers copy them into
/// attributes that nobody marked. Very short ones are left out, for they are in everything.
using Secrets = std::vector<std::string>;
/// The texts themselves and as they stand in JSON, base64 and URLs.
Secrets secretsOf(const plans::Plan& plan);

bool holdsSecret(const std::string& text, const Secrets& secrets);

} // namespace planlens::models
