// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/interrupts.h"
#include "core/projects/results/result_store.h"

#include <filesystem>
#include <memory>
#include <string>

namespace planlens::cli {

/// The results that the argument RESULTS names: a directory, or the local copy of an object store.
struct OpenedResults {
    std::filesystem::path folder;                 // absolute; it need not exist if it is a directory
    std::unique_ptr<projects::ResultStore> store; // null: a directory
};
/// Opens RESULTS, and downloads the results of a store. `name` is a path relative to the directory, or the address of a
/// store.
diags::Result<OpenedResults> openResults(const std::string& name, const std::filesystem::path& directory,
                                         projects::ResultStore::Content content, const Interrupts& interrupts);

} // namespace planlens::cli
