// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/plans/schemas.h"
#include "core/states/file/outline.h"
#include "ui/basics/session_types.h"

#include <QDateTime>

#include <filesystem>
#include <memory>
#include <stop_token>
#include <vector>

namespace planlens::session {

/// The contents of a state for display. Immutable after publication.
struct StateSnapshot {
    QString source;       // the file, or a description of another source
    bool isThere = false; // false: there is no state, or it could not be read
    std::uint64_t serial = 0;
    QString lineage;
    QString writtenBy; // version of the program that wrote it
    std::shared_ptr<const states::State> state;
    std::vector<states::OutlineEntry> entries;
    plans::Schemas schemas;   // known schemas, without starting a provider
    masking::Secrets secrets; // sensitive according to the state and the schemas
    QVector<DiagnosticText> diagnostics;
    QDateTime readAt;

    /// Returns the attributes of an object or the value of an output, with sensitivity marks; a null of the dynamic
    /// type if they cannot be decoded.
    values::Value valueOf(const states::OutlineEntry& entry) const;
};
using StateSnapshotPtr = std::shared_ptr<const StateSnapshot>;

} // namespace planlens::session
