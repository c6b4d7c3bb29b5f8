// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/plans/plan.h"
#include "ui/history/records.h"

namespace planlens::history {

class Fingerprints;

/// Where a run has its outputs.
inline constexpr QLatin1String outputsAddress{"output"};

/// What comparing plans looks at, as it is kept: of values there are fingerprints only, whether they are secret or not,
/// so that long ones count as a whole and what is secret in one plan only is compared all the same.
class ComparedForms {
public:
    ComparedForms(const masking::Secrets& mask, const Fingerprints& fingerprints)
        : m_mask(mask)
        , m_fingerprints(fingerprints) {}
    QByteArray of(const plans::ResourceInstanceChange& change) const;
    /// Of those of the root module that change; empty where there are none.
    QByteArray of(const std::vector<plans::OutputChange>& outputs) const;

private:
    QString fingerprint(const std::string& text) const;
    QString masked(const std::string& text) const;

    const masking::Secrets& m_mask;
    const Fingerprints& m_fingerprints;
};

/// A plan that differs from others of this kind in what the plan of the run does. It is good for nothing else: its
/// values are fingerprints.
plans::Plan planOf(const Run& run);

/// Compares the plans of two runs that have fingerprints of the same origin.
Comparison compare(const Run& before, const Run& after);

} // namespace planlens::history
