// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/file.h"
#include "ui/basics/state_snapshot.h"

namespace planlens::session {

/// Thread-safe. Uses the given schemas in addition to those cached for the folder.
StateSnapshotPtr snapshotOf(states::File file, plans::Schemas schemas, const std::filesystem::path& folder,
                            const QString& source, const diags::Diagnostics& diagnostics = {});
/// Returns the state that a plan is based on, as far as the plan contains it.
StateSnapshotPtr snapshotOf(const plans::Plan& plan, const QString& source);

/// Reads the state of a request's folder and workspace. Blocks. Does not lock, write or start anything, except the tool
/// for states that need it, if the folder is trusted.
StateSnapshotPtr readStateOf(const Request& request, plans::Schemas schemas, std::stop_token stop);

} // namespace planlens::session
