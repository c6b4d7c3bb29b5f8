// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/plans/schemas.h"

namespace planlens::plans {
struct Plan;
}
namespace planlens::masking {

/// Returns the secrets that the state itself marks as sensitive, and attributes that are sensitive by schema.
Secrets secretsOf(const states::State& state, const plans::Schemas& schemas);
/// Returns the values of attributes that are sensitive or write-only by schema, regardless of marks.
Secrets secretsOf(const values::Value& value, const schemas::Block& block);
/// As secretsInTexts() for plans.
Secrets secretsInTexts(const states::State& state, const plans::Schemas& schemas);
/// The secrets that texts mask in the outputs of a state that a plan made.
Secrets secretsInOutputTexts(const states::State& state, const plans::Plan& plan);

} // namespace planlens::masking
