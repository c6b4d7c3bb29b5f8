// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/history/records.h"
#include "ui/session/session_result.h"

namespace planlens::history {

class Fingerprints;

/// What is kept of a plan. Nothing secret is in it: what is marked, and what holds a text that is marked elsewhere, is
/// a fingerprint.
Run runOf(const session::Result& result, const Fingerprints& fingerprints);
/// The options in force, as `tofu plan` takes them; of variables the names only.
QString optionsOf(const session::Request& request);
/// What a change is about, the deposed object included.
QString addressOf(const plans::ResourceInstanceChange& change);
/// The real object's id, where it has one that may be shown.
QString objectIdOf(const plans::ResourceInstanceChange& change);

} // namespace planlens::history
