// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/history/records.h"
#include "ui/session/session_result.h"

namespace planlens::history {

class Fingerprints;

/// The history record of a plan. Contains no secrets: marked values, and values that contain a marked text, are stored
/// as fingerprints.
Run runOf(const session::Result& result, const Fingerprints& fingerprints);
/// The planning options in the syntax of `tofu plan`; only the names of variables.
QString optionsOf(const session::Request& request);
/// The address of a change, including the deposed key.
QString addressOf(const plans::ResourceInstanceChange& change);
/// The real object's id, if it may be shown.
QString objectIdOf(const plans::ResourceInstanceChange& change);

} // namespace planlens::history
