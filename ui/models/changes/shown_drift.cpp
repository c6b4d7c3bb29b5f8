// SPDX-License-Identifier: MPL-2.0
#include "ui/models/changes/shown_drift.h"

#include "core/plans/plan.h"
#include "core/report/drift_sentence.h"
#include "ui/basics/text.h"
#include "ui/theme/action_style.h"

#include <QCoreApplication>

#include <algorithm>

namespace planlens::models {

using explain::DriftTier;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ShownDrift)
};

} // namespace

std::vector<ShownDrift> shownDrift(const plans::Plan& plan) {
    const bool hasChanges =
        std::ranges::any_of(plan.changes.resources(), [](const plans::ResourceInstanceChangePtr& change) {
            return theme::actionKind(*change) != theme::ActionKind::NoOp;
        });
    return hasChanges ? std::vector<ShownDrift>() : explain::driftedObjects(plan);
}

QString driftTierTitle(DriftTier tier) {
    switch (tier) {
    case DriftTier::Undone:
        return Words::tr("Reverted by this plan");
    case DriftTier::Replaced:
        return Words::tr("Set to another value by this plan");
    case DriftTier::Destroyed:
        return Words::tr("Destroyed by this plan");
    case DriftTier::Feeding:
        return Words::tr("Causes other changes");
    case DriftTier::TakenOver:
        return Words::tr("Updates the state");
    case DriftTier::Irrelevant:
        return Words::tr("No effect on this plan");
    case DriftTier::NoEffect:
        return Words::tr("No effective change");
    case DriftTier::Ignored:
        return Words::tr("Ignored");
    }
    return {};
}

QString driftSentence(DriftTier tier, bool isGone) {
    return qstring(report::driftSentence(tier, isGone, [](const char* english) {
        return QCoreApplication::translate("planlens::report::DriftTexts", english).toStdString();
    }));
}

} // namespace planlens::models
