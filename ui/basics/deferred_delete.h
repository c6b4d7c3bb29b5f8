// SPDX-License-Identifier: MPL-2.0
#pragma once

class QObject;

namespace planlens::session {

/// Deletes `owner`, an object that owns a thread, without blocking: when `worker`, which lives in that thread, is
/// destroyed, or else when the application exits (then the destructor waits). Call it in the GUI thread, before the
/// thread is requested to quit.
void deferredDelete(const QObject& worker, QObject& owner);

} // namespace planlens::session
