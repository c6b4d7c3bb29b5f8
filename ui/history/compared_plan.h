// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/plans/change.h"
#include "ui/history/records.h"

namespace planlens::plans {
struct Plan;
}
namespace planlens::history {

class Fingerprints;

/// The pseudo-address of the outputs of a run.
inline constexpr QLatin1String outputsAddress{"output"};

/// The form in which values are recorded for comparisons: only fingerprints, whether they are secret or not. Therefore
/// long values are compared as a whole, and values that are secret in only one plan can be compared.
class ComparedForms {
public:
    ComparedForms(const masking::Secrets& mask, const Fingerprints& fingerprints)
        : m_mask(mask)
        , m_fingerprints(fingerprints) {}
    QByteArray of(const plans::Plan& plan, const plans::ResourceInstanceChange& change) const;
    /// Returns the changed outputs of the root module; empty if there are none.
    QByteArray of(const std::vector<plans::OutputChange>& outputs) const;

private:
    QString fingerprint(const std::string& text) const;
    QString masked(const std::string& text) const;

    const masking::Secrets& m_mask;
    const Fingerprints& m_fingerprints;
};

/// Returns a plan for comparing with other plans of this kind only, because its values are fingerprints.
plans::Plan planOf(const Run& run);

/// Compares the plans of two runs whose fingerprints have the same origin.
Comparison compare(const Run& before, const Run& after);

} // namespace planlens::history
