// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/diff.h"
#include "core/masking/secrets.h"

namespace planlens::report {

/// Masks the secrets in a diff tree that are not marked as sensitive where they are, because a provider copied them.
/// A value that is a secret as a whole becomes sensitive; in other texts and in keys, only the secret is masked.
diff::Diff maskedDiff(diff::Diff diff, const masking::Secrets& secrets);
/// The same for a resource, but only in the attributes that the provider can set: the others have what the
/// configuration says, which is marked where it is secret.
diff::Diff maskedDiff(diff::Diff diff, const schemas::Block& schema, const masking::Secrets& before,
                      const masking::Secrets& all);
/// The same with the secrets of the values before the change and of all values. Unchanged values are masked by all.
diff::Diff maskedDiff(diff::Diff diff, const masking::Secrets& before, const masking::Secrets& all);

} // namespace planlens::report
