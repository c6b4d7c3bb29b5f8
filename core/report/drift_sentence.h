// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/drift.h"
#include "core/explain/reason.h"

#include <string>

namespace planlens::report {

/// Returns what a plan does about an object that changed outside of OpenTofu, as a sentence.
std::string driftSentence(explain::DriftTier tier, bool isGone, const explain::Translation& translation = {});

} // namespace planlens::report
