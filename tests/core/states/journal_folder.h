// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/journal/journal.h"
#include "core/states/manager.h"
#include "state_samples.h"

#include <QTemporaryDir>

namespace planlens::states::samples {

using Kind = JournalRecord::Kind;

inline JournalRecord record(Kind kind, const addrs::AbsResourceInstance& address, StoredObjectPtr made = {},
                            addrs::DeposedKey deposed = {}) {
    JournalRecord made_;
    made_.kind = kind;
    made_.address = address;
    made_.deposed = std::move(deposed);
    made_.action = "Create";
    made_.object = std::move(made);
    made_.provider = provider();
    return made_;
}

/// A state with a serial, for journals.
struct Folder {
    QTemporaryDir directory;
    StatePaths paths = localStatePaths(directory.path().toStdString(), {});
    File file = {{}, 5, "line", stateOf(1)};
    Folder() { writeText(paths.state, writeFile(file)); }
    std::unique_ptr<Journal> journal() const {
        auto made = Journal::create(paths.state, file.lineage, file.serial);
        return made.isOk() ? *std::move(made.value) : nullptr;
    }
};

} // namespace planlens::states::samples
