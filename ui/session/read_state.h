// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/state_snapshot.h"

namespace planlens::session {

/// For any thread. The schemas are used beside those that are kept of the folder.
StateSnapshotPtr snapshotOf(states::File file, plans::Schemas schemas, const std::filesystem::path& folder,
                            const QString& source, const diags::Diagnostics& diagnostics = {});
/// The state that a plan is made for: as far as the plan has it.
StateSnapshotPtr snapshotOf(const plans::Plan& plan, const QString& source);

/// Reads the state of a request's folder and workspace. Blocks. Nothing is locked, written or started, but for the tool
/// that alone can read it, where the folder is trusted.
StateSnapshotPtr readStateOf(const Request& request, plans::Schemas schemas, std::stop_token stop);

} // namespace planlens::session
