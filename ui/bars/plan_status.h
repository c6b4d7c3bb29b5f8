// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

namespace planlens::session {
struct ApplyReport;
struct Request;
struct Result;
} // namespace planlens::session

namespace planlens::widgets {

/// Returns the text below a plan: its hash, the state that it is for, and the overrides of the newest request. `result`
/// may be null. `applied` is the outcome of applying the plan, if any. `estimated` is the number of changes that the
/// running planning may affect.
QString planStatus(const session::Request& request, const session::Result* result, const session::ApplyReport* applied,
                   int estimated);

} // namespace planlens::widgets
