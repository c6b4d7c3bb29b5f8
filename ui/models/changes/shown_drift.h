// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/drift.h"

#include <QString>

#include <vector>

namespace planlens::models {

/// An object that changed outside of OpenTofu, shown in place of changes.
using ShownDrift = explain::DriftedObject;
/// Returns the drift of a plan that changes no resource; empty for other plans.
std::vector<ShownDrift> shownDrift(const plans::Plan& plan);
/// Returns "Updates the state", in the language of the window.
QString driftTierTitle(explain::DriftTier tier);
/// Returns what the plan does with such an object, as a sentence.
QString driftSentence(explain::DriftTier tier, bool isGone);

} // namespace planlens::models
