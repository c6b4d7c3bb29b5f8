// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/program.h"
#include "core/states/encryption.h"

#include <QByteArray>
#include <QString>

#include <filesystem>

namespace planlens::plans {
struct Plan;
}
namespace planlens::configs {
struct Config;
}
namespace planlens::diags {
class Diagnostics;
}

namespace planlens::history {

/// A temporary file (mode 0600) in the state directory with the bytes of an approved plan. Deleted by the destructor.
class ApprovedPlan {
public:
    /// Writes the plan for a program, encrypted unless there is no encryption. Reports errors, and leaves no file
    /// behind after an error.
    ApprovedPlan(const plans::Plan& plan, const plans::Program& program, const configs::Config& config,
                 const states::EncryptionPtr& encryption, const QString& hash, diags::Diagnostics& diagnostics);
    /// Stores the bytes of a saved plan file unchanged, if they still have the SHA-256 `hash` (hexadecimal).
    ApprovedPlan(const QByteArray& bytes, const QString& hash, diags::Diagnostics& diagnostics);
    ~ApprovedPlan() { remove(); }
    ApprovedPlan(const ApprovedPlan&) = delete;
    ApprovedPlan& operator=(const ApprovedPlan&) = delete;

    /// Empty if it could not be written.
    const std::filesystem::path& path() const { return m_path; }
    /// Removes the file. Thread-safe; may be called more than once.
    void remove() const;

private:
    std::filesystem::path m_path; // constant after construction
};

/// Removes files of killed processes that are older than a day.
void removeOldApprovedPlans();

} // namespace planlens::history
