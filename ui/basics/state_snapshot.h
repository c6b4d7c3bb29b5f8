// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/plans/plan.h"
#include "core/states/file/outline.h"
#include "ui/basics/session_types.h"

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

} // namespace planlens::session
