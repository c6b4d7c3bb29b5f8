// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <QString>

#include <filesystem>

namespace planlens::configs {
struct Config;
}
namespace planlens::diags {
class Diagnostics;
}

namespace planlens::history {

/// The bytes of a plan that was approved, in a file of mode 0600 in the state directory, for as long as this lives.
class ApprovedPlan {
public:
    /// Writes it for a program. What goes wrong is told, and leaves no file.
    ApprovedPlan(const plans::Plan& plan, const plans::Program& program, const configs::Config& config,
                 const QString& hash, diags::Diagnostics& diagnostics);
    ~ApprovedPlan() { remove(); }
    ApprovedPlan(const ApprovedPlan&) = delete;
    ApprovedPlan& operator=(const ApprovedPlan&) = delete;

    /// Empty where it could not be written.
    const std::filesystem::path& path() const { return m_path; }
    /// Removes it now; any thread, and more than once.
    void remove() const;

private:
    std::filesystem::path m_path; // not changed once made
};

/// Removes what a killed window has left, once it is a day old.
void removeOldApprovedPlans();

} // namespace planlens::history
