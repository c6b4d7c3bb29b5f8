// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/history/records.h"
#include "ui/session/session_result.h"

namespace planlens::history {

class Fingerprints;

/// Returns the history record of a plan. Contains no secrets: marked values, and values that contain a marked text, are
/// stored as fingerprints.
Run runOf(const session::Result& result, const Fingerprints& fingerprints);
/// Returns the planning options in the syntax of `tofu plan`; only the names of variables.
QString optionsOf(const session::Request& request);
/// Returns the real object's id, if it may be shown.
QString objectIdOf(const plans::ResourceInstanceChange& change);

} // namespace planlens::history
