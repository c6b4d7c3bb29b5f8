// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/diff.h"
#include "core/masking/secrets.h"

namespace planlens::report {

/// Masks secrets at places in a diff tree that are not marked as sensitive, because a provider copied them. A value
/// that equals a secret becomes sensitive; in other texts and in keys, only the secret is masked.
diff::Diff maskedDiff(diff::Diff diff, const masking::Secrets& secrets);
/// As above for a resource, but only in attributes that the provider can set: others have their configured values,
/// which are marked if they are secret.
diff::Diff maskedDiff(diff::Diff diff, const schemas::Block& schema, const masking::Secrets& before,
                      const masking::Secrets& all);
/// As above, with the secrets of the values before the change and of all values. All of them mask unchanged values.
diff::Diff maskedDiff(diff::Diff diff, const masking::Secrets& before, const masking::Secrets& all);

} // namespace planlens::report
