// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/plans/plan.h"
#include "core/states/outline.h"
#include "ui/session/session_types.h"

#include <QDateTime>

#include <filesystem>
#include <memory>
#include <stop_token>
#include <vector>

namespace planlens::session {

/// What is in a state, ready to be looked at. Immutable once handed out.
struct StateSnapshot {
    QString source;       // the file, or what else it was read from, in words
    bool isThere = false; // false: there is no state yet, or it could not be read
    std::uint64_t serial = 0;
    QString lineage;
    QString writtenBy; // version of the program
    std::shared_ptr<const states::State> state;
    std::vector<states::OutlineEntry> entries;
    plans::Schemas schemas;   // those that are known without asking a provider
    masking::Secrets secrets; // by the state, and by schemas
    QVector<DiagnosticText> diagnostics;
    QDateTime readAt;

    /// The attributes of an object or the value of an output, with the marks of what is sensitive; null of the dynamic
    /// type where they cannot be read.
    values::Value valueOf(const states::OutlineEntry& entry) const;
};
using StateSnapshotPtr = std::shared_ptr<const StateSnapshot>;

/// For any thread. The schemas are used beside those that are kept of the folder.
StateSnapshotPtr snapshotOf(states::File file, plans::Schemas schemas, const std::filesystem::path& folder,
                            const QString& source, const diags::Diagnostics& diagnostics = {});
/// The state that a plan is made for: as far as the plan has it.
StateSnapshotPtr snapshotOf(const plans::Plan& plan, const QString& source);

/// Reads the state of a request's folder and workspace. Blocks. Nothing is locked, written or started, but for the tool
/// that alone can read it, where the folder is trusted.
StateSnapshotPtr readStateOf(const Request& request, plans::Schemas schemas, std::stop_token stop);

} // namespace planlens::session
