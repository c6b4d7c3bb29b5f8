// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <memory>

namespace planlens::session {

/// Lets another thread free what is big, if nobody else holds it by then. That is after what the GUI thread is just
/// doing, for whoever is being destroyed there, or tells that it has something else now, may hold it for a moment
/// longer. From any thread.
void deleteInBackground(std::shared_ptr<const void> object);

} // namespace planlens::session
