// SPDX-License-Identifier: MPL-2.0
#include "core/report/drift_sentence.h"

#include "core/explain/translated_text.h"

namespace planlens::report {

namespace {

using Text = std::string; // lupdate would take "std::" before a function name for its class

class DriftTexts : explain::TranslatedText {
public:
    using TranslatedText::TranslatedText;

    Text sentence(explain::DriftTier tier, bool isGone) const {
        using enum explain::DriftTier;
        switch (tier) {
        case Undone:
            return isGone ? tr("This plan creates it again.") : tr("This plan reverts it.");
        case Replaced:
            return tr("This plan sets another value.");
        case Destroyed:
            return tr("This plan destroys the object.");
        case Feeding:
            return tr("It causes changes of this plan.");
        case TakenOver:
            return isGone ? tr("This plan removes it from the state.")
                          : tr("This plan writes the new values to the state and does not change the object.");
        case Irrelevant:
            return isGone ? tr("This plan does not create it again.")
                          : tr("It has no effect on this plan: no configured attribute differs.");
        case NoEffect:
            return tr("It has no effective change.");
        case Ignored:
            return tr("The configuration ignores these attributes (ignore_changes).");
        }
        return {};
    }
};

} // namespace

std::string driftSentence(explain::DriftTier tier, bool isGone, const explain::Translation& translation) {
    return DriftTexts(translation).sentence(tier, isGone);
}

} // namespace planlens::report
