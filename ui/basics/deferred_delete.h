// SPDX-License-Identifier: MPL-2.0
#pragma once

class QObject;

namespace planlens::session {

/// Lets go of an object that has a thread, without waiting for that: it is deleted once the worker is gone that lives
/// there, or else when the application ends, by a destructor that waits. To be called in the GUI thread, before the
/// thread is told to end.
void deferredDelete(const QObject& worker, QObject& owner);

} // namespace planlens::session
