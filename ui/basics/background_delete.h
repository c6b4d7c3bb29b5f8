// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <memory>

namespace planlens::session {

/// Releases a reference to a large object in the background, so that its memory is usually freed there. Runs after the
/// current event of the GUI thread, because objects that are being destroyed or updated there may still hold
/// references. Thread-safe.
void deleteInBackground(std::shared_ptr<const void> object);

} // namespace planlens::session
