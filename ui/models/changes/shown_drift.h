// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/drift.h"

#include <QString>

#include <vector>

namespace planlens::models {

/// An object that changed outside of OpenTofu, shown in place of changes.
struct ShownDrift {
    plans::ResourceInstanceChangePtr change;                  // from the state to the real object
    explain::DriftTier tier = explain::DriftTier::Irrelevant; // most important effect of its attributes
};
/// Returns the drift of a plan that changes no resource, in the plan's order; empty for other plans. Objects that
/// differ only in form are omitted.
std::vector<ShownDrift> shownDrift(const plans::Plan& plan);
/// Returns "Updates the state", in the language of the window.
QString driftTierTitle(explain::DriftTier tier);
/// Returns what the plan does with such an object, as a sentence.
QString driftTierSentence(explain::DriftTier tier);

} // namespace planlens::models
