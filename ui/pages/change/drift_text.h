// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"

#include <QString>

namespace planlens::addrs {
struct AbsResourceInstance;
}
namespace planlens::plans {
struct Plan;
}

namespace planlens::widgets {

/// Returns what changed outside of OpenTofu on an object, from the state to the real object, and what the plan does
/// with it. Empty if nothing changed.
QString changedOutsideHtml(const plans::Plan& plan, const addrs::AbsResourceInstance& address,
                           const masking::Secrets& secrets);

} // namespace planlens::widgets
